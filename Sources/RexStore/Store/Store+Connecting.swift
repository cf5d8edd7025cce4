public import RexActions

extension Store {
  /// Lets a tool replace the store's state and dispatch actions, through a link such as RexLive's.
  ///
  ///     let link = LiveLink(recorder)
  ///     store.connect(link)
  ///
  /// The sources of what it does have the `info` `live`. The connection does not keep the store
  /// alive.
  public func connect(_ connection: some StoreConnection<Action, State>) {
    connection.accept(
      jump: { [weak self] in self?.replaceState($0, info: "live") },
      dispatch: { [weak self] in self?.dispatch($0, info: "live") })
  }
}
