import Glibc
import NavGeometry
import NavInput
import NavModel
import NavSystem
import NavTerminal
import NavText
import NavViewer
package import NavWire
import ZeroMQ

/// Diagnoses everything that a viewer depends on, without changing anything.
package enum Doctor {
  /// - Parameter endpoints: the daemon's endpoints.
  /// - Returns: all facts, in the order of their topics.
  package static func examine(_ endpoints: Endpoints) -> DoctorReport {
    var report = DoctorReport()
    let environment = processEnvironment()
    let size = (try? Terminal())?.size
    report.addTerminal(environment: environment, size: size, asking: ask)
    report.addLocale(environment)
    report.addDaemon(endpoints)
    report.addPrograms()
    return report
  }

  /// Sends a viewer's queries to the terminal, without using its screen.
  private static func ask(_ probe: inout CapabilityProbe) {
    guard var terminal = try? Terminal(modes: .silent), (try? terminal.enter()) != nil else {
      return
    }
    var parser = InputParser()
    terminal.enqueue(probe.begin(at: monotonicNow()).utf8)
    while let deadline = probe.deadline {
      _ = terminal.flush()
      let left = max(.zero, deadline - monotonicNow())
      var ready = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, Int32(left.milliseconds) + 1)
      switch terminal.read() {
      case .bytes(let bytes):
        for case .terminalReport(let answer) in parser.receive(bytes) {
          _ = probe.receive(answer)
        }
      case .nothing: break
      case .closed: return
      }
      _ = probe.tick(at: monotonicNow())
    }
    terminal.leave()
  }
}

extension Endpoints {
  /// The daemon's address: of its machine, or of its directory on this one.
  fileprivate var address: String {
    ssh.map { "\($0)" } ?? server.map { "\($0)" } ?? directory
  }
}

extension DoctorReport {
  /// Adds the character encoding that programs use: the first of the variables that is set
  /// determines it.
  mutating func addLocale(_ environment: [String: String]) {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].first { !environment[$0, default: ""].isEmpty }
    let value = set.flatMap { environment[$0] } ?? ""
    let name = value.uppercased().filter { $0 != "-" }
    add(
      Entry(
        .locale,
        set ?? "LANG",
        set == nil ? "not set" : value,
        from: .environment,
        advice: name.contains("UTF8")
          ? nil
          : "navclient writes UTF-8 all the same: set LANG=C.UTF-8, or box lines may be garbled"
      )
    )
  }

  mutating func addDaemon(_ endpoints: Endpoints) {
    add(Entry(.daemon, "sockets", endpoints.address))
    do throws(ClientExit) {
      var commands = try OneShotCommands(endpoints: endpoints)
      let sessions = try commands.sessions()
      add(Entry(.daemon, "navd", "answers"))
      add(Entry(.daemon, "protocol", "\(ProtocolVersion.current)"))
      add(Entry(.daemon, "sessions", "\(sessions.count)"))
      // The daemon reports its version with the status of a session.
      guard let session = sessions.first else { return }
      let version = try commands.status(of: session.name).daemonVersion
      add(
        Entry(
          .daemon,
          "version",
          version,
          advice: version == Release.version
            ? nil : "navclient is \(Release.version): restart navd when nobody is in the middle"
        )
      )
    } catch {
      add(
        Entry(.daemon, "navd", "does not answer", advice: error.text ?? "start it with `navd`"),
        breaking: error.code
      )
    }
  }

  mutating func addPrograms() {
    entries += [
      Entry(.programs, "navclient", "\(Release.version) (protocol \(ProtocolVersion.current))"),
      Entry(.programs, "libzmq", Context.libraryVersion),
      Entry(.programs, "utf8proc", widthTablesVersion),
      Entry(
        .programs,
        "ttyrescue",
        TerminalRescue.path ?? "not installed",
        advice: TerminalRescue.path == nil
          ? "after kill -9 the terminal stays as it is (`reset` helps): install "
            + TerminalRescue.package
          : nil
      ),
    ]
  }
}
