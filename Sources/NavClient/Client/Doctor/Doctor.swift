import Glibc
import NavBase
import NavSystem
import NavViewer
package import NavWire
import ZeroMQ

/// Diagnoses everything that a viewer depends on.
///
/// An invitation is used as `join` does, because the daemon admits a credential with any request.
package enum Doctor {
  /// - Parameter endpoints: the daemon's, which is tried at each of its addresses.
  /// - Returns: all facts, in the order of their topics.
  package static func examine(_ endpoints: Endpoints) -> DoctorReport {
    var report = DoctorReport()
    let environment = processEnvironment()
    let size = (try? Terminal())?.size
    report.addTerminal(environment: environment, size: size, asking: ask)
    report.addLocale(environment)
    report.addFiles(.ofThisUser, sockets: Endpoints.ofThisUser.directory)
    report.addConnection(endpoints.candidates)
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

  mutating func addPrograms() {
    let path = processEnvironment()["PATH"]
    let highlighter = ["batcat", "bat", "highlight"].first {
      ProgramPath.find($0, path: path) != nil
    }
    let drawing = ["dot", "mmdc", "d2"].filter { ProgramPath.find($0, path: path) != nil }
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
      Entry(
        .programs,
        "code in colours",
        highlighter ?? "not installed",
        advice: highlighter == nil
          ? "code of sessions on this machine stays plain: install bat" : nil
      ),
      Entry(
        .programs,
        "diagrams",
        drawing.isEmpty ? "none of dot, mmdc, d2 is installed" : drawing.joined(separator: ", ")
      ),
    ]
  }
}
