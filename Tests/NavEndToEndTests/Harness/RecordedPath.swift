import Foundation
import NavProcessKit
import Testing

/// A second way to the daemon's sockets, which records all bytes that the daemon sends over it.
final class RecordedPath {
  /// `XDG_RUNTIME_DIR` for programs that use it.
  let runtimeDirectory: String
  private let record: String
  private let process: StartedProcess

  init(in sandbox: Sandbox, named name: String) throws {
    runtimeDirectory = "\(sandbox.directory)/\(name)"
    record = "\(sandbox.directory)/\(name).bytes"
    let sockets = "\(runtimeDirectory)/navd"
    try FileManager.default.createDirectory(
      atPath: sockets,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ThirdParty/record.py").path
    process = try sandbox.start(
      "/usr/bin/python3",
      [script, sandbox.socketDirectory, sockets, record]
    )
    let socketPath = "\(sockets)/layout"
    try eventually("the recording begins") { FileManager.default.fileExists(atPath: socketPath) }
  }

  /// Whether a text is among the bytes that the daemon has sent so far.
  func contains(_ text: String) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: record)).range(of: Data(text.utf8)) != nil
  }
}
