import CNavSupport
import Glibc
import NavSystem

/// A running `ssh`; destroying the value ends it.
///
/// Its standard input is a pipe to which nothing is written: the end of the pipe ends the login.
struct SSHProcess: ~Copyable {
  private let number: pid_t
  /// A descriptor that is readable once the program has ended.
  private let watch: Descriptor
  private var input: Descriptor?
  private var output: Descriptor?
  private var errors: Descriptor?
  private var isReaped = false

  /// The time that a program may take to end by itself, and after SIGTERM, in milliseconds.
  private static let grace: Int32 = 500
  private static let readSize = 1 << 12
  /// The most reads at once of one stream.
  private static let mostReads = 64

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - asking: whether it may ask the user at the terminal.
  ///   - group: gets the descriptors that are readable when there is something to receive.
  /// - Throws: the reason why it could not be started.
  init(
    _ arguments: [String],
    asking: Bool,
    in group: borrowing Descriptor
  ) throws(ProcessError) {
    let launch = try Launch(arguments, environment: environmentVariables())
    let input = try Pipe(for: launch.program)
    let output = try Pipe(for: launch.program)
    let errors = try Pipe(for: launch.program)
    // Nobody reads the words of a long connection all the time: those that do not fit are dropped.
    _ = fcntl(errors.writeNumber, F_SETFL, O_NONBLOCK)
    let number = try launch.start(
      input: input.readNumber,
      output: output.writeNumber,
      errors: errors.writeNumber,
      keepsSession: asking
    )
    let watch = nav_process_watch(number)
    guard watch >= 0 else {
      let code = errno
      Self.kill(number)
      throw .refused(program: launch.program, code: code)
    }
    self.number = number
    self.watch = Descriptor(owning: watch)
    self.input = input.writing()
    self.output = output.reading()
    self.errors = errors.reading()
    add(to: group)
  }

  deinit {
    if !isReaped { Self.kill(number) }
  }

  private borrowing func add(to group: borrowing Descriptor) {
    _ = nav_group_add(group.number, watch.number)
    if let number = Self.number(of: output) { _ = nav_group_add(group.number, number) }
    if let number = Self.number(of: errors) { _ = nav_group_add(group.number, number) }
  }

  /// Reads what the program has written to its standard output since the last time.
  mutating func readOutput() -> [UInt8] { Self.read(&output) }

  /// Reads what the program has written to its standard error since the last time.
  mutating func readErrors() -> [UInt8] { Self.read(&errors) }

  /// Reaps the program if it has ended.
  ///
  /// - Returns: its exit code, or 255, as of a failure of ssh, if a signal has ended it; nil if it runs.
  mutating func reap() -> Int32? {
    guard isOver(within: 0) else { return nil }
    var isSignal: Int32 = 0
    let status = nav_process_status(number, &isSignal)
    isReaped = true
    return isSignal == 0 && status >= 0 ? status : 255
  }

  /// Ends the program, and waits for that: what is on its way over the connection still arrives, if that takes less than
  /// half a second.
  mutating func end() {
    input = nil
    guard !isReaped else { return }
    if !isOver(within: Self.grace) {
      Glibc.kill(number, SIGTERM)
      if !isOver(within: Self.grace) { Glibc.kill(number, SIGKILL) }
    }
    var isSignal: Int32 = 0
    _ = nav_process_status(number, &isSignal)
    isReaped = true
  }

  private func isOver(within timeout: Int32) -> Bool {
    var waiting = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, timeout) > 0
  }

  private static func kill(_ number: pid_t) {
    Glibc.kill(number, SIGKILL)
    var isSignal: Int32 = 0
    _ = nav_process_status(number, &isSignal)
  }

  /// Reads without blocking; closes the descriptor at its end, which would be readable for ever.
  private static func read(_ descriptor: inout Descriptor?) -> [UInt8] {
    guard let number = number(of: descriptor) else { return [] }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: readSize)
    for _ in 0..<mostReads {
      let count = Glibc.read(number, &part, part.count)
      if count > 0 {
        bytes += part[..<count]
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if count == 0 || errno != EAGAIN { descriptor = nil }
        break
      }
    }
    return bytes
  }

  private static func number(of descriptor: borrowing Descriptor?) -> Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case nil: nil
    }
  }
}
