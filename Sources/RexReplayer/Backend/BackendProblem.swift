import RexLog

/// Why a reducer, or the process that runs it, gives no result.
package struct BackendProblem: LogProblem {
  package var message: (problem: String, hint: String)
  package var status: LogError.Status
  package var place: LogError.Place

  package init(
    _ problem: String, hint: String, _ status: LogError.Status = .noVerdict,
    place: LogError.Place = .line
  ) {
    (message, self.status, self.place) = ((problem, hint), status, place)
  }
}
