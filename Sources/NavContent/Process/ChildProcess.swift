import CNavSupport
import Glibc
import NavSystem

/// A running program and its output; destroying the value kills its process group and reaps it.
///
/// The program depends on the thread that started it: when that thread ends, the kernel kills the
/// program, and so it does when this process is killed. That doesn't apply to processes that the
/// program has started; see `EndGuard`.
struct ChildProcess: ~Copyable {
  /// The process number, which is also that of its session and process group.
  let number: pid_t
  /// A descriptor that is readable once the program has ended.
  let watch: Descriptor
  var output: Descriptor?
  var errors: Descriptor?
  private var isReaped = false

  /// Starts a program.
  init(_ invocation: Invocation, memory: Int) throws(ProcessError) {
    let launch = try Launch(invocation)
    let input = try Self.input(invocation)
    let output = try Pipe(for: launch.program)
    let errors = invocation.errors == .apart ? try Pipe(for: launch.program) : nil
    let nowhere = try Descriptor(nowhereFor: launch.program)
    let errorsNumber =
      switch invocation.errors {
      case .merged: output.writeNumber
      case .apart: errors.writingNumber ?? nowhere.number
      case .dropped: nowhere.number
      }
    let number = try launch.start(
      input: input.number,
      output: output.writeNumber,
      errors: errorsNumber,
      memory: memory
    )
    let watch = nav_process_watch(number)
    guard watch >= 0 else {
      let code = errno
      Self.end(number)
      throw .refused(program: launch.program, code: code)
    }
    self.number = number
    self.watch = Descriptor(owning: watch)
    self.output = output.reading()
    self.errors = errors?.reading()
  }

  deinit {
    if !isReaped { Self.end(number) }
  }

  /// Sends a signal to the program's process group.
  func send(_ signal: Int32) {
    kill(-number, signal)
  }

  /// Reaps the program, which must have ended, and ends all processes left in its group.
  ///
  /// - Returns: how the program ended.
  mutating func reap() -> ProcessEnd {
    var isSignal: Int32 = 0
    let status = nav_process_status(number, &isSignal)
    isReaped = true
    endGroup()
    guard status >= 0 else { return .signalled(SIGKILL) }
    return isSignal == 0 ? .exited(code: status) : .signalled(status)
  }

  /// Ends the process group, whose number is not reused while any of its processes lives.
  private func endGroup() {
    guard kill(-number, SIGTERM) == 0 else { return }
    let end = monotonicNow() + ProcessLimits.grace
    while kill(-number, 0) == 0 {
      guard monotonicNow() < end else {
        kill(-number, SIGKILL)
        return
      }
      poll(nil, 0, 10)
    }
  }

  private static func end(_ number: pid_t) {
    kill(-number, SIGKILL)
    var isSignal: Int32 = 0
    _ = nav_process_status(number, &isSignal)
  }

  /// Makes the standard input: a file in memory, so that a program that doesn't read blocks nobody.
  private static func input(_ invocation: Invocation) throws(ProcessError) -> Descriptor {
    let program = invocation.arguments.first ?? ""
    guard !invocation.input.isEmpty else { return try Descriptor(nowhereFor: program) }
    let number = invocation.input.withUnsafeBytes { bytes in
      bytes.baseAddress.map { nav_memory_file($0, bytes.count) } ?? -1
    }
    guard number >= 0 else { throw .refused(program: program, code: errno) }
    return Descriptor(owning: number)
  }
}

extension Optional where Wrapped == Pipe {
  fileprivate var writingNumber: Int32? {
    switch self {
    case .some(let pipe): pipe.writeNumber
    case .none: nil
    }
  }
}

extension EndGuard {
  /// Ends a process group when this process has ended, for whatever reason.
  ///
  /// The kernel kills only the program itself, not the processes that it has started. The group gets SIGTERM, and SIGKILL
  /// a second later. A process that has left the group (`setsid`) is not ended.
  init(endingGroup group: pid_t) throws(ProcessError) {
    try self.init(
      running: #"kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1""#,
      with: String(group),
      named: "navd-guard"
    )
  }
}
