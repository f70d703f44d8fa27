import CNavSupport
import Glibc
package import NavGeometry

/// What a read from the terminal gave.
package enum TerminalInput: Hashable, Sendable {
  /// At least one byte.
  case bytes([UInt8])
  /// Nothing has been typed; wait until the descriptor is readable.
  case nothing
  /// The terminal is gone.
  case closed
}

/// The terminal that a program fills: its modes, its keyboard, its screen.
///
/// It owns an opening of the device for itself, non-blocking, so neither reading nor writing ever waits.
/// `enter()` takes the screen over, `leave()` gives it back as it was; so does the end of this value, and
/// so does a crash (the guard of CNavSupport, which is one for the process: only one terminal can be
/// entered at a time).
package struct Terminal: ~Copyable {
  private let descriptor: OwnedDescriptor
  private var modes: TerminalModes
  private var output = OutputBuffer()
  /// The modes of the line discipline as they were found; nil while the terminal is not entered.
  private var found: termios?

  /// How long `leave()` waits for a terminal that takes no bytes.
  private static let leaveTimeout: Int64 = 500_000_000
  private static let readSize = 4096

  /// Opens the terminal behind a descriptor and changes nothing yet.
  package init(
    _ descriptor: Int32 = STDIN_FILENO,
    modes: TerminalModes = TerminalModes()
  ) throws(TerminalError) {
    self.descriptor = try OwnedDescriptor.reopening(descriptor)
    self.modes = modes
  }

  deinit {
    guard var found else { return }
    var output = output
    Self.restore(descriptor.number, &found, modes, &output)
  }

  /// What to poll: readable for `read()`, writable while `hasOutput`.
  package var fileDescriptor: Int32 { descriptor.number }

  /// The size of the window; 80x24 where the terminal doesn't know.
  package var size: CellSize {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard nav_window_size(descriptor.number, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return CellSize(columns: 80, rows: 24)
    }
    return CellSize(columns: Int(columns), rows: Int(rows))
  }

  // MARK: Screen

  /// Takes the screen over: raw mode, then the modes asked for.
  ///
  /// Does nothing when the terminal is entered already.
  package mutating func enter() throws(TerminalError) {
    guard found == nil else { return }
    var before = termios()
    guard tcgetattr(descriptor.number, &before) == 0 else {
      throw TerminalError(.cannotConfigure, number: errno)
    }
    try arm(before)
    do throws(TerminalError) {
      try makeRaw(before)
    } catch {
      nav_guard_disarm()
      throw error
    }
    found = before
    output.append(modes.enter.utf8)
    _ = output.flush(to: descriptor.number)
  }

  /// Takes the screen over again when a shell took it back while the process was stopped by a signal that
  /// nobody hears of; does nothing where the modes are still those of `enter()`.
  ///
  /// - Returns: whether it did something.
  package mutating func enterAnew() throws(TerminalError) -> Bool {
    guard let found else { return false }
    var now = termios()
    guard tcgetattr(descriptor.number, &now) == 0, now.c_lflag & tcflag_t(ICANON) != 0 else {
      return false
    }
    try makeRaw(found)
    enqueue(modes.enter.utf8)
    return true
  }

  /// Sets other modes, of which more is known now, and takes back those that are no longer wanted.
  ///
  /// What leaves the screen, in whatever way, takes back these from now on.
  package mutating func adopt(_ modes: TerminalModes) throws(TerminalError) {
    let old = self.modes
    guard modes != old else { return }
    self.modes = modes
    guard let found else { return }
    try arm(found)
    if modes.keyboardProtocol != old.keyboardProtocol {
      enqueue((modes.keyboardProtocol ? TerminalModes.keyboardOn : TerminalModes.keyboardOff).utf8)
    }
    if modes.mouse != old.mouse { setMouse(modes.mouse) }
  }

  /// Before the first mode is set: whatever happens from then on, somebody takes it back.
  private func arm(_ found: termios) throws(TerminalError) {
    var found = found
    let farewell = Array(modes.leave.utf8)
    guard nav_guard_arm(descriptor.number, &found, farewell, farewell.count) == 0 else {
      throw TerminalError(.cannotConfigure, number: errno)
    }
  }

  private func makeRaw(_ found: termios) throws(TerminalError) {
    var raw = found
    cfmakeraw(&raw)
    guard tcsetattr(descriptor.number, TCSANOW, &raw) == 0 else {
      throw TerminalError(.cannotConfigure, number: errno)
    }
  }

  /// Starts the helper that gives the terminal back when this process is killed; once for the process.
  ///
  /// Where termpaint's `ttyrescue` is not installed, nothing happens.
  package func startRescue() {
    guard let path = TerminalRescue.path else { return }
    _ = nav_rescue_start(path, descriptor.number)
  }

  /// Gives the screen back; does nothing when the terminal is not entered.
  ///
  /// Output that is still pending is dropped. A terminal that takes no bytes is waited for half a
  /// second at most.
  package mutating func leave() {
    guard var before = found else { return }
    found = nil
    Self.restore(descriptor.number, &before, modes, &output)
  }

  /// Gives the screen back, stops the process until somebody continues it, takes the screen over again.
  ///
  /// What the screen shows and how large it is are unknown afterwards.
  package mutating func suspend(
    stoppingBy stop: () -> Void = Terminal.stopProcess
  ) throws(TerminalError) {
    leave()
    stop()
    try enter()
  }

  /// Stops the processes of this job like the terminal's own Ctrl-Z, blocked or not.
  package static func stopProcess() {
    let wasBlocked = nav_signal_unblock(SIGTSTP)
    kill(0, SIGTSTP)
    if wasBlocked == 1 { _ = nav_signal_block(SIGTSTP) }
  }

  /// Whether the mouse is reported, now or as soon as the terminal is entered.
  package var hasMouse: Bool { modes.mouse }

  package mutating func setMouse(_ isOn: Bool) {
    modes.mouse = isOn
    enqueue((isOn ? TerminalModes.mouseOn : TerminalModes.mouseOff).utf8)
  }

  // MARK: Bytes

  /// Takes what has been typed, without waiting.
  package func read() -> TerminalInput {
    var isClosed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
      var result: Int
      repeat {
        result = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      } while result < 0 && errno == EINTR
      isClosed = result == 0 || result < 0 && errno != EAGAIN
      count = max(0, result)
    }
    if isClosed { return .closed }
    return bytes.isEmpty ? .nothing : .bytes(bytes)
  }

  /// Whether bytes wait for the terminal to take them.
  package var hasOutput: Bool { !output.isEmpty }

  /// Puts bytes behind those that wait; `flush()` writes them.
  package mutating func enqueue(_ bytes: some Sequence<UInt8>) {
    output.append(bytes)
  }

  /// Writes as much as the terminal takes now, the rest of an earlier write first.
  package mutating func flush() -> FlushOutcome {
    output.flush(to: descriptor.number)
  }

  // MARK: Restoring

  private static func restore(
    _ descriptor: Int32,
    _ found: inout termios,
    _ modes: TerminalModes,
    _ output: inout OutputBuffer
  ) {
    output.removeAll()
    output.append(modes.leave.utf8)
    let deadline = nav_monotonic_ns() + leaveTimeout
    while output.flush(to: descriptor) == .pending {
      let left = deadline - nav_monotonic_ns()
      guard left > 0 else { break }
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&room, 1, Int32(left / 1_000_000) + 1)
    }
    output.removeAll()
    // Reports of the mouse that nobody will read any more are no input for the shell.
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, &found)
    nav_guard_disarm()
  }
}
