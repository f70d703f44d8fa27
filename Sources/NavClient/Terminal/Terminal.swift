import CNavSupport
import Glibc
package import NavBase
import NavSystem

/// The result of a read from the terminal.
package enum TerminalInput: Hashable, Sendable {
  /// At least one byte.
  case bytes([UInt8])
  /// No input is pending; wait until the descriptor is readable.
  case nothing
  /// The terminal is closed.
  case closed
}

/// The terminal of a full-screen program: its modes, its keyboard, its screen.
///
/// It opens the device a second time, non-blocking, so neither reading nor writing blocks. `enter()` sets
/// the modes and `leave()` restores the previous ones; so do `deinit` and, after a crash, the terminal
/// guard of CNavSupport. The guard is one per process, so only one terminal can be entered at a time.
package struct Terminal: ~Copyable {
  private let descriptor: Descriptor
  private var modes: TerminalModes
  private var output = OutputBuffer()
  /// The line discipline's settings before `enter()`; nil while the terminal is not entered.
  private var found: termios?
  /// Whether the screen's modes are reset already, although the terminal is still entered.
  private var isScreenLeft = false

  /// The longest wait of `leave()` for a terminal that accepts no bytes, in nanoseconds.
  private static let leaveTimeout: Int64 = 500_000_000
  /// The most bytes of one `read()`.
  package static let readSize = 4096

  /// Opens the terminal behind a descriptor and changes nothing yet.
  package init(
    _ descriptor: Int32 = STDIN_FILENO,
    modes: TerminalModes = TerminalModes()
  ) throws(TerminalError) {
    self.descriptor = try Descriptor.reopening(descriptor)
    self.modes = modes
  }

  deinit {
    guard var found else { return }
    var output = output
    if !isScreenLeft { Self.resetModes(descriptor.number, modes, &output) }
    Self.restore(descriptor.number, &found)
  }

  /// The descriptor to poll: for reading before `read()`, for writing while `hasOutput`.
  package var fileDescriptor: Int32 { descriptor.number }

  /// The size of the window; 80x24 if the terminal doesn't report one.
  package var size: CellSize {
    window.cells == .zero ? CellSize(columns: 80, rows: 24) : window.cells
  }

  /// The size of a cell in pixels; zero where the terminal has not told it to the system.
  package var cell: CellSize {
    let (cells, pixels) = window
    guard cells != .zero else { return .zero }
    let (width, height) = (pixels.columns / cells.columns, pixels.rows / cells.rows)
    return width > 0 && height > 0 ? CellSize(columns: width, rows: height) : .zero
  }

  /// The size of the window in cells and in pixels; zero where it is not known.
  private var window: (cells: CellSize, pixels: CellSize) {
    var (columns, rows, width, height) = (UInt16(0), UInt16(0), UInt16(0), UInt16(0))
    guard nav_window_size(descriptor.number, &columns, &rows, &width, &height) == 0, columns > 0,
      rows > 0
    else { return (.zero, .zero) }
    return (
      CellSize(columns: Int(columns), rows: Int(rows)),
      CellSize(columns: Int(width), rows: Int(height))
    )
  }

  // MARK: Screen

  /// Enters the screen: sets raw mode, then the requested modes.
  ///
  /// Does nothing if the terminal is already entered.
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
    isScreenLeft = false
    output.append(modes.enter.utf8)
    _ = output.flush(to: descriptor.number)
  }

  /// Sets the modes again if a shell reset them while the process was stopped by a signal that can't be
  /// caught.
  ///
  /// Does nothing if the terminal is still in raw mode.
  ///
  /// - Returns: whether the modes were set again.
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

  /// Changes to other modes, for example when the terminal's capabilities become known; resets those no
  /// longer wanted.
  ///
  /// From now on, leaving the screen in any way resets the new modes.
  package mutating func adopt(_ modes: TerminalModes) throws(TerminalError) {
    let old = self.modes
    var modes = modes
    modes.title = old.title
    guard modes != old else { return }
    self.modes = modes
    guard let found else { return }
    try arm(found)
    if modes.keyboardProtocol != old.keyboardProtocol {
      enqueue((modes.keyboardProtocol ? TerminalModes.keyboardOn : TerminalModes.keyboardOff).utf8)
    }
    if modes.mouse != old.mouse { setMouse(modes.mouse) }
  }

  /// Arms the crash guard, before the first mode is set, so that the modes are always reset.
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
    if modes.keepsLines {
      raw.c_oflag = found.c_oflag
      raw.c_lflag |= found.c_lflag & tcflag_t(ISIG)
    }
    guard tcsetattr(descriptor.number, TCSANOW, &raw) == 0 else {
      throw TerminalError(.cannotConfigure, number: errno)
    }
  }

  /// Starts the helper that restores the terminal when this process is killed; once per process.
  ///
  /// Does nothing if termpaint's `ttyrescue` is not installed.
  package func startRescue() {
    guard let path = TerminalRescue.path else { return }
    _ = nav_rescue_start(path, descriptor.number)
  }

  /// Restores the screen, but keeps reading without echo: answers to queries can be awaited before `leave()`.
  ///
  /// Pending output is dropped.
  ///
  /// - Parameter last: bytes to write before, behind the end of what is written in part.
  package mutating func leaveScreen(writing last: [UInt8] = []) {
    guard found != nil, !isScreenLeft else { return }
    isScreenLeft = true
    Self.resetModes(descriptor.number, modes, &output, writing: last)
  }

  /// Restores the screen and the line settings; does nothing if the terminal is not entered.
  ///
  /// Pending output is dropped. Waits at most half a second for a terminal that accepts no bytes.
  package mutating func leave() {
    guard var before = found else { return }
    leaveScreen()
    found = nil
    Self.restore(descriptor.number, &before)
  }

  /// Restores the screen, stops the process until it is continued, then enters the screen again.
  ///
  /// Afterwards the contents and the size of the screen are unknown.
  package mutating func suspend(
    stoppingBy stop: () -> Void = Terminal.stopProcess
  ) throws(TerminalError) {
    leave()
    stop()
    try enter()
  }

  /// Stops the processes of this job, as the terminal's own Ctrl-Z does, even if SIGTSTP is blocked.
  package static func stopProcess() {
    let wasBlocked = nav_signal_unblock(SIGTSTP)
    kill(0, SIGTSTP)
    if wasBlocked == 1 { _ = nav_signal_block(SIGTSTP) }
  }

  /// Whether mouse reports are on, or will be once the terminal is entered.
  package var hasMouse: Bool { modes.mouse }

  package mutating func setMouse(_ isOn: Bool) {
    modes.mouse = isOn
    enqueue((isOn ? TerminalModes.mouseOn : TerminalModes.mouseOff).utf8)
  }

  /// Sets the title that the window has from `enter()` to `leave()`; one without a title before `enter()` gets none.
  package mutating func setTitle(_ title: String) {
    let title = sanitized(title)
    guard title != modes.title, found == nil || modes.title != nil else { return }
    modes.title = title
    if found != nil { enqueue(TerminalModes.settingTitle(title).utf8) }
  }

  // MARK: Bytes

  /// Reads pending input without blocking.
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

  /// Whether output is pending.
  package var hasOutput: Bool { !output.isEmpty }

  /// Appends bytes to the pending output; `flush()` writes them.
  package mutating func enqueue(_ bytes: some Sequence<UInt8>) {
    output.append(bytes)
  }

  /// The same for an array, which is copied at once.
  package mutating func enqueue(_ bytes: [UInt8]) {
    output.append(bytes)
  }

  /// Writes as much as the terminal accepts now, the rest of an earlier write first.
  package mutating func flush() -> FlushOutcome {
    output.flush(to: descriptor.number)
  }

  // MARK: Restoring

  private static func resetModes(
    _ descriptor: Int32,
    _ modes: TerminalModes,
    _ output: inout OutputBuffer,
    writing last: [UInt8] = []
  ) {
    output.removeAll()
    if !last.isEmpty { output.append([0x1B, 0x5C] + last) }
    output.append(modes.leave.utf8)
    let deadline = nav_monotonic_ns() + leaveTimeout
    while output.flush(to: descriptor) == .pending {
      let left = deadline - nav_monotonic_ns()
      guard left > 0 else { break }
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&room, 1, Int32(left / 1_000_000) + 1)
    }
    output.removeAll()
  }

  private static func restore(_ descriptor: Int32, _ found: inout termios) {
    // Discards unread mouse reports, so that the shell does not get them as input.
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, &found)
    nav_guard_disarm()
  }
}

/// The result of a flush.
package enum FlushOutcome: Hashable, Sendable {
  /// Everything is written.
  case done
  /// The terminal accepts no more bytes now; wait until it is writable and flush again.
  case pending
  /// The terminal is closed; the pending bytes are dropped.
  case closed
}

/// Bytes waiting for a non-blocking descriptor, in order.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  /// The number of bytes already written.
  private var written = 0

  var isEmpty: Bool { written == bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) {
    dropWritten()
    bytes.append(contentsOf: more)
  }

  mutating func append(_ more: [UInt8]) {
    dropWritten()
    bytes.append(contentsOf: more)
  }

  private mutating func dropWritten() {
    guard written > 0 else { return }
    bytes.removeFirst(written)
    written = 0
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// Writes as many bytes as possible without blocking.
  mutating func flush(to descriptor: Int32) -> FlushOutcome {
    while !isEmpty {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written += count
      } else if count < 0 && errno == EAGAIN {
        return .pending
      } else if count == 0 || errno != EINTR {
        removeAll()
        return .closed
      }
    }
    removeAll()
    return .done
  }
}

/// The helper that restores the terminal of a killed program: `ttyrescue` of the library termpaint.
///
/// A process can't do that for itself after SIGKILL. Debian's package libtermpaint0a contains the program.
package enum TerminalRescue {
  /// The name of Debian's package.
  package static let package = "libtermpaint0a"

  /// The path of the helper; nil if it is not installed.
  package static var path: String? {
    candidates.first { access($0, X_OK) == 0 }
  }

  /// The name of the directory contains the version of the helper's protocol.
  private static var candidates: [String] {
    #if arch(x86_64)
      let machine = "x86_64-linux-gnu"
    #elseif arch(arm64)
      let machine = "aarch64-linux-gnu"
    #else
      let machine = "unknown"
    #endif
    return ["/usr/lib/\(machine)", "/usr/lib64", "/usr/libexec"]
      .map { "\($0)/termpaint0a/ttyrescue" }
  }
}

extension Descriptor {
  /// Opens the terminal behind a descriptor a second time.
  ///
  /// The new file description is non-blocking; the one shared with the parent shell keeps its flags.
  /// `/dev/tty` is tried last: only it works when the device belongs to another user (after `su`).
  static func reopening(_ descriptor: Int32) throws(TerminalError) -> Descriptor {
    guard isatty(descriptor) == 1 else { throw TerminalError(.notATerminal) }
    var paths = ["/proc/self/fd/\(descriptor)"]
    if let path = terminalPath(of: descriptor) { paths.append(path) }
    var device = stat()
    fstat(descriptor, &device)
    if device.st_uid != getuid() { paths.append("/dev/tty") }
    var error: Int32 = 0
    for path in paths {
      let opened = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { return Descriptor(owning: opened) }
      if error == 0 { error = errno }
    }
    throw TerminalError(.cannotOpen, number: error)
  }
}

/// Returns the path of the device behind a descriptor, on any thread; nil if it is not a terminal.
private func terminalPath(of descriptor: Int32) -> String? {
  var name = [CChar](repeating: 0, count: Int(PATH_MAX))
  guard ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
