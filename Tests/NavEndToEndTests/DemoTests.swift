import Foundation
import Testing

/// The checks in `deploy/demo` before anything is built or installed.
@Suite(.waiting) struct DemoTests {
  private static let demo = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "../../deploy/demo")
    .standardized.path

  @Test func anInvalidPathIsRefusedAtOnce() throws {
    let sandbox = try Sandbox()
    let missing = "\(sandbox.directory)/nothing.md"
    // The arguments, the exit code, and a word of the output.
    let table: [(arguments: [String], code: Int32, word: String)] = [
      ([missing], 66, "no file or directory '\(missing)'"),
      (["/dev/null"], 66, "no regular file"),
      ([Self.demo, missing], 66, "no file or directory '\(missing)'"),
      ([sandbox.directory, missing], 66, "no file or directory '\(missing)'"),
      (Array(repeating: missing, count: 65), 64, "64 paths at most"),
      (["--no-such-option"], 64, "unknown option"),
    ]
    for (arguments, code, word) in table {
      let outcome = try sandbox.run(Self.demo, arguments)
      #expect(outcome.code == code, "\(outcome)")
      #expect(outcome.errors.contains(word), "\(outcome)")
    }
  }

  @Test func aMissingSwiftIsNamed() throws {
    let sandbox = try Sandbox()
    // A directory with the shell's tools, but without a toolchain.
    for tool in ["bash", "env", "dirname", "basename", "id", "realpath", "sed", "head", "timeout"] {
      let path = try #require(
        ["/usr/bin", "/bin"].map { "\($0)/\(tool)" }.first(
          where: FileManager.default.isExecutableFile
        )
      )
      try FileManager.default.createSymbolicLink(
        atPath: "\(sandbox.directory)/\(tool)",
        withDestinationPath: path
      )
    }
    let outcome = try sandbox.run(
      Self.demo,
      [],
      environment: ["PATH": sandbox.directory, "NAV_TOOLCHAINS": ""]
    )
    #expect(outcome.code == 69, "\(outcome)")
    for word in ["Swift is missing", "6.2", "swift.org/install", "To continue"] {
      #expect(outcome.errors.contains(word), "\(outcome)")
    }
  }
}
