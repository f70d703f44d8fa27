import Glibc
package import NavBase
import NavScene
import NavSystem
package import NavViewer
package import NavWire

/// Recording sessions (proto/README.md: Journal and recordings).
extension OneShotCommands {
  /// Records a session until it ends: all of it that is written is a recording, also if the program is killed.
  ///
  /// A daemon that is restarted meanwhile is waited for.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - path: the file, which must not exist.
  ///   - names: whether it says which viewer did what.
  ///   - report: called with a line for the user.
  /// - Throws: `.noInput` for a file that can't be written; the daemon's refusal; `.timeout`.
  package mutating func record(
    _ name: String?,
    to path: String,
    names: Bool,
    report: (String) -> Void
  ) throws(ClientExit) {
    let session = SessionReference.id(try identity(of: name))
    var part = try journal(Request.Journal(session, records: true, names: names))
    let file = try RecordingFile(creating: path)
    var writer = RecordingWriter()
    let start = monotonicNow()
    let header = RecordingHeader(
      release: Release.version,
      widthTables: widthTablesVersion,
      startedAt: millisecondsSince1970()
    )
    try file.append(writer.start(header) + writer.bytes(of: part, at: .zero))
    report("recording to \(path): Ctrl-C ends it")
    while let next = try nextPart(of: session, after: part, records: true, names: names) {
      part = next
      try file.append(writer.bytes(of: part, at: monotonicNow() - start))
    }
    try file.append(writer.end)
  }

  /// How long a request waits for entries: a session counts as recorded little longer.
  private static let recordingWait = Duration.seconds(2)
  /// How long a daemon is waited for that does not answer.
  private static let recordingPatience = Duration.seconds(60)

  /// Waits for the part of a journal behind another one.
  ///
  /// - Returns: nil once the session has ended; a part without entries if there are none for some time.
  private mutating func nextPart(
    of session: SessionReference,
    after part: Reply.JournalPart,
    records: Bool,
    names: Bool = false
  ) throws(ClientExit) -> Reply.JournalPart? {
    let request = Request.Journal(
      session,
      since: part.next,
      wait: Self.recordingWait,
      records: records,
      names: names
    )
    var silentSince: Duration?
    while true {
      do throws(ClientExit) {
        return try journal(request)
      } catch {
        switch error.code {
        case .noInput: return nil
        case .timeout, .unreachable:
          let since = silentSince ?? monotonicNow()
          silentSince = since
          guard monotonicNow() - since < Self.recordingPatience else { throw error }
        default: throw error
        }
      }
    }
  }

  private mutating func journal(
    _ request: Request.Journal
  ) throws(ClientExit) -> Reply.JournalPart {
    guard case .journal(let part) = try requester.ask(.journal(request)) else {
      throw .unexpected("a part of a journal")
    }
    return part
  }
}

/// Writing scripts of what is done in sessions.
extension OneShotCommands {
  /// Writes what is done in a session from now on as a script, until the session ends; each line when it is known.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - size: the terminal for which the script is written.
  ///   - path: the file, which must not exist; nil for standard output.
  /// - Throws: `.noInput` for a file that can't be written; the daemon's refusal; `.timeout`.
  package mutating func writeScript(
    of name: String?,
    size: CellSize,
    to path: String?
  ) throws(ClientExit) {
    let session = SessionReference.id(try identity(of: name))
    guard let path else {
      return try writeScript(of: session, size: size) { Console.print($0) }
    }
    let file = try RecordingFile(creating: path)
    try writeScript(of: session, size: size) { line throws(ClientExit) in
      try file.append(Array((line + "\n").utf8))
    }
  }

  private mutating func writeScript(
    of session: SessionReference,
    size: CellSize,
    _ write: (String) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    var recorder = ScriptRecorder(size: size)
    var part = try journal(Request.Journal(session))
    for line in recorder.beginning(at: try status(of: session).session) { try write(line) }
    for line in part.entries.flatMap({ recorder.lines(for: $0, on: nil) }) { try write(line) }
    var scene: Scene?
    while true {
      if scene == nil {
        // The screen of the state behind the part, unless more is in the journal by then.
        let screen = try? snapshot(of: session, size: size).scene
        let now = try? journal(Request.Journal(session, since: part.next))
        if now?.entries.isEmpty == true, now?.isContinued == true { scene = screen }
      }
      guard let next = try nextPart(of: session, after: part, records: false) else { return }
      part = next
      if !part.isContinued {
        scene = nil
        for line in recorder.gap() { try write(line) }
      }
      for entry in part.entries {
        for line in recorder.lines(for: entry, on: scene) { try write(line) }
        scene = nil
      }
    }
  }
}

extension Recording {
  /// Writes the recording to a file, which must not exist.
  ///
  /// - Throws: `.noInput` for a file that can't be written.
  package func write(to path: String) throws(ClientExit) {
    try RecordingFile(creating: path).append(bytes)
  }
}

/// The file of a recording that is being written.
private struct RecordingFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// - Throws: `.noInput` if the file exists, or can't be made.
  init(creating path: String) throws(ClientExit) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
    // A recording has what people have shown: nobody else reads it.
    descriptor = unsafe path.withCString { unsafe open($0, flags, 0o600) }
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "it exists already" : String(system: strerror(errno))
      throw ClientExit(.noInput, sanitized("can't write \(path): \(reason); choose another file"))
    }
  }

  deinit { close(descriptor) }

  /// Appends frames by one call, so that a program that is killed leaves whole ones.
  ///
  /// - Throws: `.noInput` if the disk refuses them.
  func append(_ bytes: [UInt8]) throws(ClientExit) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = String(system: strerror(errno))
        throw ClientExit(.noInput, sanitized("can't write \(path): \(reason)"))
      }
      rest = rest.dropFirst(count)
    }
  }
}
