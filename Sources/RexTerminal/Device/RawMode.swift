#if os(macOS) || os(Linux)
  import Foundation

  /// The mode in which a terminal sends each key at once, and shows nothing by itself.
  ///
  /// The mode from before is restored when it ends, when the process exits or is ended by a signal,
  /// and while it is stopped. A process has one terminal, so all of it is static.
  enum RawMode {
    // Signal handlers read these and must not lock. The memory is allocated once, and complete
    // before `isOn` is set and before any handler can run.
    nonisolated(unsafe) private static var before: UnsafeMutablePointer<termios>?
    nonisolated(unsafe) private static var raw: UnsafeMutablePointer<termios>?
    nonisolated(unsafe) private static var previous: UnsafeMutablePointer<sigaction>?
    nonisolated(unsafe) private static var opening: UnsafeMutableBufferPointer<UInt8>?
    nonisolated(unsafe) private static var closing: UnsafeMutableBufferPointer<UInt8>?
    nonisolated(unsafe) private static var input: Int32 = 0
    nonisolated(unsafe) private static var output: Int32 = 1
    nonisolated(unsafe) private static var isOn: sig_atomic_t = 0
    /// Whether the terminal is in the mode, which it is not while the process is stopped.
    nonisolated(unsafe) private static var isEntered: sig_atomic_t = 0
    nonisolated(unsafe) private static var wasChanged: sig_atomic_t = 0

    /// Begins the mode; false if the descriptor is no terminal.
    ///
    /// - Parameters:
    ///   - opening: written now, and when the stopped process continues.
    ///   - closing: written at the end.
    static func begin(input: Int32, output: Int32, opening: String, closing: String) -> Bool {
      precondition(isOn == 0, "the terminal is in raw mode")
      allocate()
      guard let before, let raw, tcgetattr(input, before) == 0 else { return false }
      raw.pointee = before.pointee
      // As cfmakeraw(3), but lines that are written still begin at the left.
      raw.pointee.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
      raw.pointee.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
      withUnsafeMutableBytes(of: &raw.pointee.c_cc) {
        $0[Int(VMIN)] = 1
        $0[Int(VTIME)] = 0
      }
      (Self.input, Self.output) = (input, output)
      (Self.opening, Self.closing) = (bytes(of: opening), bytes(of: closing))
      (isOn, wasChanged) = (1, 0)
      handleSignals()
      enter()
      return true
    }

    /// Restores the mode from before `begin`.
    static func end() {
      guard isOn != 0 else { return }
      leave()
      isOn = 0
      restoreHandlers()
      opening?.deallocate()
      closing?.deallocate()
      (opening, closing) = (nil, nil)
    }

    /// Whether the terminal has another size or was used by others since the last call.
    static func takeChange() -> Bool {
      defer { wasChanged = 0 }
      return wasChanged != 0
    }

    private static func allocate() {
      guard before == nil else { return }
      previous = .allocate(capacity: 128)
      raw = .allocate(capacity: 1)
      before = .allocate(capacity: 1)
      allocateSignalStack()
      atexit { RawMode.end() }
    }

    /// Gives this thread a stack for handlers, since the usual one may have overflowed.
    private static func allocateSignalStack() {
      var stack = stack_t()
      guard sigaltstack(nil, &stack) == 0, Int(stack.ss_flags) & Int(SS_DISABLE) != 0 else {
        return
      }
      stack = stack_t()
      stack.ss_size = signalStackBytes
      stack.ss_sp = .allocate(byteCount: signalStackBytes, alignment: 16)
      sigaltstack(&stack, nil)
    }

    private static let signalStackBytes = 1 << 16

    private static func bytes(of text: String) -> UnsafeMutableBufferPointer<UInt8> {
      let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = buffer.initialize(from: text.utf8)
      return buffer
    }
  }

  /// What signal handlers do, by calls only that POSIX allows in them.
  extension RawMode {
    private static func enter() {
      if let raw { tcsetattr(input, TCSANOW, raw) }
      if let opening { _ = write(output, opening.baseAddress, opening.count) }
      isEntered = 1
    }

    private static func leave() {
      guard isEntered != 0 else { return }
      isEntered = 0
      if let closing { _ = write(output, closing.baseAddress, closing.count) }
      if let before { tcsetattr(input, TCSANOW, before) }
    }

    private static func handleSignals() {
      for number in EndingSignals.all {
        handle(number, blocksOthers: true) { number in
          if RawMode.isOn != 0 { RawMode.leave() }
          RawMode.isOn = 0
          // The signal is blocked until this returns, and then does what it would have done.
          if let previous = RawMode.previous { sigaction(number, previous + Int(number), nil) }
          raise(number)
        }
      }
      handle(SIGTSTP) { _ in RawMode.stop() }
      // The shell of a stopped process may have changed the mode.
      handle(SIGCONT) { _ in
        let error = errno
        if RawMode.isOn != 0 { RawMode.enter() }
        RawMode.noteChange()
        errno = error
      }
      handle(SIGWINCH) { _ in
        let error = errno
        RawMode.noteChange()
        errno = error
      }
    }

    private static func noteChange() {
      wasChanged = 1
      WakePipe.signal()
    }

    /// Stops the process, in the mode from before.
    private static func stop() {
      guard isOn != 0, let previous else { return }
      let error = errno
      leave()
      var (stopping, ours, blocked) = (sigset_t(), sigaction(), sigset_t())
      sigaction(SIGTSTP, previous + Int(SIGTSTP), &ours)
      sigemptyset(&stopping)
      sigaddset(&stopping, SIGTSTP)
      raise(SIGTSTP)
      // The signal is blocked in its handler; once it is not, it stops the process here.
      pthread_sigmask(SIG_UNBLOCK, &stopping, &blocked)
      pthread_sigmask(SIG_SETMASK, &blocked, nil)
      sigaction(SIGTSTP, &ours, nil)
      // SIGCONT enters the mode, but a process that nobody could continue was not stopped.
      if isEntered == 0 { enter() }
      noteChange()
      errno = error
    }

    /// Installs a handler, unless the signal is ignored.
    ///
    /// - Parameter blocksOthers: whether other signals wait, so that a stopped process that is to
    ///   end does not enter the mode first.
    private static func handle(
      _ number: Int32, blocksOthers: Bool = false, _ handler: @escaping EndingSignals.Handler
    ) {
      guard let previous else { return }
      sigaction(number, nil, previous + Int(number))
      guard !EndingSignals.handle(number, handler).isIgnored else { return }
      var action = sigaction()
      sigaction(number, nil, &action)
      action.sa_flags |= Int32(SA_ONSTACK)
      if blocksOthers { sigfillset(&action.sa_mask) }
      sigaction(number, &action, nil)
    }

    private static func restoreHandlers() {
      guard let previous else { return }
      for number in EndingSignals.all + [SIGTSTP, SIGCONT, SIGWINCH] {
        sigaction(number, previous + Int(number), nil)
      }
    }
  }
#endif
