import CNavSupport
import Glibc
import NavBase
import NavSystem
package import NavViewer
package import NavWire

/// The daemon of this user on this machine: started where none runs, and ended.
package struct LocalDaemon {
  private let endpoints: Endpoints

  /// The longest wait until a daemon that was started listens, and until one has ended.
  private static let patience = Duration.seconds(15)
  /// The same after the daemon that was started has ended: of two that start at once one ends, and the other listens soon.
  private static let patienceWithOther = Duration.seconds(2)
  /// The pause between two looks at it, in milliseconds.
  private static let pause: Int32 = 20
  /// The bytes at the end of a log in which its last line is looked for.
  private static let lineLimit = 2_048

  package init(_ endpoints: Endpoints) {
    self.endpoints = endpoints
  }

  private var logPath: String { endpoints.directory + "/navd.log" }

  /// Does what needs a daemon; where none listens on this machine, starts one and does it again.
  ///
  /// - Parameter body: what needs a daemon.
  /// - Returns: the result.
  /// - Throws: the error of the body, or why no daemon can be started.
  package func serving<Result: ~Copyable>(
    _ body: () throws(ClientExit) -> Result
  ) throws(ClientExit) -> Result {
    do throws(ClientExit) {
      return try body()
    } catch {
      guard !endpoints.isRemote, error == .noDaemon(in: endpoints.directory) else { throw error }
    }
    try start()
    return try body()
  }

  // MARK: Starting

  /// Starts a daemon in the background, in a session of its own, and waits until one listens.
  private func start() throws(ClientExit) {
    let log = try openLog()
    Console.printNote(
      "navd starts in the background: its log is \(logPath), `navclient stop` ends it"
    )
    let watch: Descriptor
    do throws(ProcessError) {
      // The daemon beside this program, else that in PATH.
      let launch = try Launch(
        [ProgramPath.find(beside: "navd") ?? "navd"],
        environment: environmentVariables(),
        directory: "/"
      )
      let nowhere = try Descriptor(nowhereFor: launch.program)
      let process = try launch.start(
        input: nowhere.number,
        output: log.number,
        errors: log.number,
        diesWithThread: false
      )
      watch = Descriptor(owning: nav_process_watch(process))
    } catch {
      let reason =
        if case .notFound = error { ": it is not beside navclient, nor in PATH" } else { "" }
      throw ClientExit(.unreachable, "can't start navd\(reason)")
    }
    var end = monotonicNow() + Self.patience
    var hasEnded = false
    while true {
      do throws(ClientExit) {
        return try endpoints.checkDaemon()
      } catch {
        guard error == .noDaemon(in: endpoints.directory) else { throw error }
      }
      var waiting = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, hasEnded ? 0 : 1, Self.pause) > 0 {
        hasEnded = true
        end = min(end, monotonicNow() + Self.patienceWithOther)
      }
      guard monotonicNow() < end else { throw notStarted(log) }
    }
  }

  /// Opens the log, in a directory that nobody else may enter, as the daemon makes it.
  private func openLog() throws(ClientExit) -> Descriptor {
    _ = mkdir(endpoints.directory.utf8.terminated, 0o700)
    do throws(PrivateDirectory.Fault) {
      try PrivateDirectory(endpoints.directory).check()
    } catch {
      throw ClientExit(.notPermitted, "can't start navd: \(error)")
    }
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let number = open(logPath.utf8.terminated, flags, 0o600)
    guard number >= 0 else {
      throw ClientExit(.notPermitted, "can't start navd: \(logPath): \(SystemFailure.last)")
    }
    return Descriptor(owning: number)
  }

  /// The error of a daemon that does not listen, with what it has said last.
  private func notStarted(_ log: borrowing Descriptor) -> ClientExit {
    let size = lseek(log.number, 0, Int32(SEEK_END))
    var bytes = [UInt8](repeating: 0, count: Self.lineLimit)
    let count = pread(log.number, &bytes, bytes.count, max(0, size - bytes.count))
    let line = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n")).last ?? []
    let said = sanitized(String(decoding: line, as: UTF8.self))
    return ClientExit(.unreachable, "navd has not started: see \(logPath): \(said)")
  }

  // MARK: Ending

  /// Ends the daemon, as SIGTERM does, and waits until it has ended.
  ///
  /// - Returns: its process id.
  /// - Throws: `.unreachable` if none listens; `.timeout` if it does not end.
  package func stop() throws(ClientExit) -> Int32 {
    let process: Int32
    do throws(ClientExit) {
      process = try endpoints.withDaemon { _, process in process }
    } catch {
      guard error == .noDaemon(in: endpoints.directory) else { throw error }
      throw ClientExit(
        error.code,
        "no navd listens in \(endpoints.directory): there is nothing to end"
      )
    }
    let watch = nav_process_watch(process)
    guard process > 0, watch >= 0, kill(process, SIGTERM) == 0 else {
      throw ClientExit(.notPermitted, "can't end navd, process \(process): \(SystemFailure.last)")
    }
    defer { close(watch) }
    var waiting = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(Self.patience.milliseconds)) > 0 else {
      throw ClientExit(.timeout, "navd, process \(process), was told to end and has not ended yet")
    }
    return process
  }
}

extension ClientExit {
  /// Creates the result where no daemon listens in a directory.
  static func noDaemon(in directory: String) -> ClientExit {
    ClientExit(.unreachable, "no navd listens in \(directory): start it with `navd`")
  }
}
