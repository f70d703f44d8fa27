import ArgumentParser
import Foundation
import Testing

@testable import navclient

/// The completion scripts, run by the installed shells (bash always is).
@Suite final class CompletionTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("navclient-completions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (shell, script) in try Self.scripts.get() { try write(script, to: "script.\(shell)") }
  }

  /// The scripts, made once: that takes a debug build a second.
  private static let scripts = Result {
    try Completions.Shell.allCases.map { ($0, try Completions.parse([$0.rawValue]).script) }
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: directory.appendingPathComponent(name))
  }

  private func run(_ program: String, _ arguments: [String]) throws -> (code: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static let shellsHere = Completions.Shell.allCases.filter { shell in
    shell == .bash || FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  @Test(arguments: shellsHere)
  func theScriptIsOne(shell: Completions.Shell) throws {
    let outcome = try run(
      "/usr/bin/\(shell)",
      ["-n", directory.appendingPathComponent("script.\(shell)").path]
    )
    #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome)")
  }

  @Test(arguments: Completions.Shell.allCases)
  func everyCommandIsKnownToEveryShell(shell: Completions.Shell) throws {
    let script = try Completions.parse([shell.rawValue]).script
    for command in Navclient.configuration.subcommands {
      #expect(script.contains(name(of: command)), "\(name(of: command))")
    }
    #expect(script.contains("navclient ls -q --completing 2>/dev/null </dev/null"))
    #expect(script.contains("navclient themes 2>/dev/null"))
  }

  /// The words of a command line, the last of which bash completes, and the proposals.
  @Test(
    arguments: [
      (["sta"], ["status"]), (["s"], ["status", "send", "snapshot"]), (["dance"], []),
      (["wait", "-s", "talk", ""], ["settled", "page", "text", "viewers", "version"]),
      (["send", "n"], ["next", "next-match", "next-tab", "next-part", "next-chapter", "numbers"]),
      (["completions", "b"], ["bash"]), (["policy", "l"], ["locked"]), (["pol"], ["policy"]),
      (["drive", "-s", "m"], ["music"]), (["grant", "-s", "m"], ["music"]),
      (["--read"], ["--readonly"]),
      (["snapshot", "--format", ""], ["text", "ansi", "svg", "json"]),
      (["-s", ""], ["talk", "tour", "music"]), (["--session", "t"], ["talk", "tour"]),
      (["attach", "-s", "m"], ["music"]), (["status", "-s", "t"], ["talk", "tour"]),
      (["viewers", "--session", "x"], []), (["send", "-s", "m"], ["music"]),
      (["wait", "-s", "m"], ["music"]), (["snapshot", "-s", "m"], ["music"]),
      (["rename", "-s", "m"], ["music"]), (["kill", "-s", "m"], ["music"]),
      (["--theme", ""], ["auto", "dark", "mine"]), (["attach", "--theme", "m"], ["mine"]),
      (["themes", "--print", "d"], ["dark"]), (["config", "--theme", "d"], ["dark"]),
      (["--pla"], ["--plain"]), (["--redu"], ["--reduced-motion"]), (["them"], ["themes"]),
      // Paths are proposed in place of commands, and after other paths.
      (["READ"], ["README.md"]), (["talk.md", "READ"], ["README.md"]),
      (["attach", "READ"], ["README.md"]),
    ] as [([String], [String])]
  )
  func bashCompletes(words: [String], offers: [String]) throws {
    try write(
      """
      # Stands in for the program: it knows three sessions. (No file: one that was just written can't be run
      # while a process that is being started beside this test still has it open.)
      navclient() {
        [[ "$*" = "ls -q --completing" ]] && printf 'talk\\ntour\\nmusic\\n'
        [[ "$*" = "themes" ]] && printf 'auto\\ndark\\nmine\\n'
        return 0
      }
      source "$1"
      shift
      function=$(complete -p navclient | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
      COMP_WORDS=(navclient "$@")
      COMP_CWORD=$#
      COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}
      "$function" navclient "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      for offer in "${COMPREPLY[@]}"; do echo "$offer"; done
      """,
      to: "ask"
    )
    let script = directory.appendingPathComponent("script.bash").path
    let ask = directory.appendingPathComponent("ask").path
    let outcome = try run("/usr/bin/bash", [ask, script] + words)
    #expect(outcome.text.split(separator: "\n").map(String.init) == offers, "\(outcome)")
  }
}
