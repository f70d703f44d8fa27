import Foundation
import NavProcessKit
import Testing

/// Debian's Python with the messages of `proto`, generated for a sandbox.
struct Python {
  static let folder = "\(repository)/Tests/NavEndToEndTests/ThirdParty"
  static let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  .path

  private let sandbox: Sandbox

  init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    let probe = try sandbox.run(Programs.python, ["-c", "import google.protobuf, zmq"])
    try #require(
      probe.code == 0,
      "Python lacks a module: apt-get install python3-zmq python3-protobuf"
    )
    let compiler = "/usr/bin/protoc"
    try #require(
      FileManager.default.isExecutableFile(atPath: compiler),
      "\(compiler) is missing: apt-get install protobuf-compiler"
    )
    let messages = try Folder(in: sandbox, "messages")
    let schemas = ["input", "layout", "scene", "state"].map {
      "\(Self.repository)/proto/navd/v1/\($0).proto"
    }
    let outcome = try sandbox.run(
      compiler,
      ["-I", "\(Self.repository)/proto", "--python_out=\(messages.path)"] + schemas
    )
    try #require(outcome.code == 0, "\(outcome)")
  }

  private var environment: [String: String] {
    [
      "PYTHONPATH": "\(sandbox.directory)/messages", "PYTHONDONTWRITEBYTECODE": "1",
      // A sanitizer's settings are for navd's programs only.
      "ASAN_OPTIONS": "", "TSAN_OPTIONS": "",
    ]
  }

  func run(_ arguments: [String], within limit: Duration = deadline) throws -> Outcome {
    try sandbox.run(Programs.python, arguments, environment: environment, within: limit)
  }

  func start(_ arguments: [String]) throws -> StartedProcess {
    try sandbox.start(Programs.python, arguments, environment: environment)
  }
}
