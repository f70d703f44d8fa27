import ArgumentParser
import Foundation
import NavBase
import NavClient
import NavContent
import NavEngine
import NavScene
import NavViewer
import NavWire
import Testing

@testable import navclient

/// Parsing of the command line.
@Suite struct CommandLineTests {
  private static let commands: [any ParsableCommand.Type] = Navclient.configuration.subcommands

  /// `CommandWords` compares with these names, and deriving a name from a type takes a part of every start.
  @Test func everyCommandStatesItsName() {
    for command in Self.commands { #expect(command.configuration.commandName != nil, "\(command)") }
  }

  @Test func everyCommandShowsAnExample() {
    for command in Self.commands {
      let name = name(of: command)
      let discussion = command.configuration.discussion
      #expect(discussion.contains("navclient \(name)"), "\(name)")
      #expect(!command.configuration.abstract.isEmpty, "\(name)")
    }
  }

  /// A command line and its error; nil if it is valid.
  @Test(
    arguments: [
      ("", nil), ("-s x", nil), ("--session x --open a.md", nil), ("--session=x", nil),
      ("--open a --deck b", "give one of"), ("--deck a --tree b", "give one of"),
      ("--open a --tree b", "give one of"), ("new -s x --tree a", nil),
      ("new -s x --scene a", nil), ("--scene a --open b", "give one of"),
      ("--scene a --tree b", "give one of"), ("new", "-s NAME"),
      ("ls", nil), ("ls -q", nil), ("ls --quiet", nil), ("ls --json", nil),
      ("ls -q --json", "not both"), ("status", nil), ("status -s x --json", nil),
      ("viewers --session x --json", nil), ("kill -s x", nil), ("rename -s x y", nil),
      ("rename y", nil), ("rename -s x", "name"), ("snapshot", nil),
      ("snapshot --size 1x1 --format ansi --color 256", nil), ("snapshot --size 1000x500", nil),
      ("snapshot --size 1001x500", "1001x500"), ("snapshot --size 1000x501", "1000x501"),
      ("snapshot --size 0x1", "0x1"), ("snapshot --format png", "png"),
      ("snapshot --color 8", "'8'"), ("send next", nil), ("send goto 5 -s x", nil),
      ("send goto 0", "'0' is no page"), ("send goto", "goto takes"), ("send", "words"),
      ("send next-tab", nil), ("send previous-tab -s x", nil), ("send tab 1", nil),
      ("send tab 9", nil), ("send attachment --wait settled", nil),
      ("send tab 0", "'0' is no tab"), ("send tab 65", "'65' is no tab"),
      ("send tab two", "'two' is no tab"), ("send tab", "one number"),
      ("send next-tab 2", "'next-tab 2'"), ("send key", "names of keys"),
      ("send key Rigt", "'Rigt'"), ("send dance", "'dance'"),
      ("send next twice", "'next twice'"), ("send --wait settled next", nil),
      ("send key Down Enter --wait settled --timeout 60s", nil),
      ("send --wait forever next", "forever"), ("send --timeout 1s search a", nil),
      ("send --wait settled --timeout 9999h next", "at most 365d"),
      ("send key q", "each viewer's own"), ("send key Right x", "'x' does nothing"),
      ("send text 5G", nil), ("send tap 2 7 --size 40x12", nil), ("send drag 3 4 -20 0 -80", nil),
      ("send drag 3 4 1 1", "one axis"), ("send wait settled", "`navclient run`"),
      ("send next --wiat settled", "too much"), ("send tap", "a column and a row"),
      ("run demo.nav", nil), ("run demo.nav -s x --speed 2 --from a --check", nil),
      ("run - --size 40x12 --no-start", nil), ("run", "path"), ("run a.nav b.nav", "b.nav"),
      ("run a.nav --speed 0", "0.1 to 100"), ("run a.nav --speed 101", "0.1 to 100"),
      ("run a.nav --speed fast", "fast"), ("run a.nav --size 0x1", "0x1"),
      ("wait settled", nil), ("wait settled 5s", "--timeout"), ("wait dance", "'dance'"),
      ("wait 5s", "--timeout"), ("wait place 3", "can't be waited for"),
      ("wait -s x page Title --timeout 1m", nil), ("wait text abc --size 80x24", nil),
      ("wait version 12 -s x", nil), ("wait version", "a number"),
      ("send next --if-version 12", nil), ("send --if-version x next", "'x'"),
      ("send --if-version -1 next", "if-version"), ("send --if-top 3/a next --if-version 0", nil),
      ("wait viewers 3", nil), ("wait viewers", "a number"), ("wait page", "one title"),
      ("wait", "words"), ("wait settled --size 80x24", "--size"),
      ("wait settled --timeout 5", "500ms"), ("wait settled --timeout 61s", nil),
      ("wait settled --timeout 10m", nil),
      ("drive", nil), ("drive -s x --take", nil), ("drive --timeout 2m", nil),
      ("drive --take --timeout 2m", "waits for nothing"), ("drive --timeout 5", "500ms"),
      ("drive ada", "'ada'"), ("release -s x", nil), ("release ada", "'ada'"), ("grant", nil),
      ("grant ada@quiet -s x", nil), ("grant ada bob", "'bob'"), ("deny", nil), ("deny ada", nil),
      ("kick bob -s x", nil), ("kick bob --for 1h", nil), ("kick bob --for 25h", "at most 24h"),
      ("kick", "name"), ("kick bob --for 5", "500ms"), ("kill --unseen 7d", nil),
      ("kill --unseen", "--unseen"), ("kill -s a --unseen 7d", "not both"),
      ("policy", nil), ("policy --json -s x", nil), ("policy open", nil), ("policy request", nil),
      ("policy locked -s x", nil), ("policy shut", "'shut'"),
      ("policy open --json", "leave 'open'"),
      ("--readonly", nil), ("attach -s x --readonly --plain", nil), ("ls --readonly", "--readonly"),
      ("config --readonly", "--readonly"), ("--name ada --readonly", nil),
      ("completions bash", nil), ("completions zsh", nil), ("completions fish", nil),
      ("completions tcsh", "tcsh"), ("completions", "shell"), ("dance", "'dance' is no command"),
      ("staus", "did you mean `status`?"), ("./dance", nil),
      ("-s x talk.md", nil), ("attach a.md b.md", nil), ("a.md --deck b.md", "give one of"),
      ("new talk.md", nil), ("a.md -", "give it alone"),
    ] as [(String, String?)]
  )
  func lines(line: String, complaint: String?) {
    let words = line.split(separator: " ").map(String.init)
    guard let complaint else {
      #expect(throws: Never.self) { try Navclient.parseAsRoot(words) }
      return
    }
    do {
      _ = try Navclient.parseAsRoot(words)
      Issue.record("'\(line)' was taken")
    } catch {
      #expect(Navclient.exitCode(for: error).rawValue == NavViewer.ExitCode.usage.rawValue)
      let message = Navclient.message(for: error)
      #expect(message.contains(complaint), "\(message)")
    }
  }

  @Test func keysAreOneRequest() throws {
    let most = Request.Input.maximumKeys
    let send = try Send.parse(["key"] + Array(repeating: "Down", count: most))
    #expect(try send.action() == .keys(Array(repeating: Key(.down), count: most)))
    #expect(throws: (any Error).self) {
      try Send.parse(["key"] + Array(repeating: "Down", count: most + 1))
    }
  }

  @Test(
    arguments: [
      ("next", .forward), ("back", .back), ("goto 5", .goTo(5)), ("next-tab", .nextTab),
      ("previous-tab", .previousTab), ("tab 1", .tab(1)), ("tab 9", .tab(9)),
      ("attachment", .toggleAttachment), ("search word", .search("word")),
      ("search kind of blue", .search("kind of blue")), ("search", .search("")),
      ("next-match", .nextMatch), ("previous-match", .previousMatch),
      ("filter a b", .filter("a b")),
      ("filter", .filter("")),
    ] as [(String, SessionCommand)]
  )
  func wordsAreCommands(words: String, command: SessionCommand) throws {
    let send = try Send.parse(words.split(separator: " ").map(String.init))
    #expect(try send.action() == .command(command))
  }

  @Test(arguments: ["search", "filter"])
  func wordsToLookForAreNotTooLong(command: String) throws {
    let most = String(repeating: "x", count: SessionCommand.textLimit)
    #expect(throws: Never.self) { try Send.parse([command, most]) }
    #expect(throws: (any Error).self) { try Send.parse([command, most + "x"]) }
  }

  @Test(
    arguments: [
      ([], nil), (["--if-version", "12"], .init(version: 12)),
      (["--if-top", "3/a b"], .init(top: "3/a b")),
      (["--if-top", "", "--if-version", "0"], .init(version: 0, top: "")),
    ] as [([String], Request.Precondition?)]
  )
  func preconditions(words: [String], precondition: Request.Precondition?) throws {
    #expect(try Send.parse(["next"] + words).precondition == precondition)
  }

  @Test func defaults() throws {
    let wait = try Wait.parse(["settled"])
    #expect(wait.timeout == .standard)
    #expect(try wait.condition() == .settled(version: 0))
    let snapshot = try Snapshot.parse([])
    #expect(snapshot.size == .standardTerminal)
    #expect(snapshot.format == .text)
    #expect(snapshot.color == .auto)
    #expect(try Send.parse(["next"]).wait == nil)
    #expect(try Drive.parse([]).take == false)
    #expect("\(OneShotCommands.controlTimeout)" == "30s")
    #expect(try Grant.parse([]).name == nil)
    #expect(try Policy.parse([]).policy == nil)
    #expect(try Attach.parse([]).readOnly.isReadOnly == false)
  }

  @Test func namesOfViewersAreTheirWords() throws {
    #expect(try Grant.parse(["  ada  l. "]).name == ViewerName("ada l."))
    #expect(try Deny.parse(["a script"]).name == ViewerName("a script"))
    #expect(throws: (any Error).self) { try Grant.parse([" "]) }
    #expect(try Attach.parse(["--name", "ada"]).viewer.name == ViewerName("ada"))
  }
}

/// Returns the name of a subcommand.
func name(of command: any ParsableCommand.Type) -> String {
  command.configuration.commandName ?? "\(command)".lowercased()
}

/// The accepted order of words on a command line.
@Suite struct CommandWordsTests {
  @Test(
    arguments: [
      ("-s tour status", "status -s tour"),
      ("--session tour status --json", "status --session tour --json"),
      ("--server tcp://h:1 ls", "ls --server tcp://h:1"), ("--json ls", "ls --json"),
      ("--session=tour kill", "kill --session=tour"),
      ("-s tour send key Right", "send -s tour key Right"), ("-s tour help wait", "help wait"),
      // A word after options that is no command is a path, and so are the words after it.
      ("-s tour talk.md", "-s tour talk.md"), ("talk.md status", "talk.md status"),
      // An option's value may be equal to a command's name.
      ("-s status", "-s status"), ("--open new", "--open new"),
      ("-s status status", "status -s status"), ("--deck export", "--deck export"),
      ("--name ada status", "status --name ada"), ("-s tour policy open", "policy -s tour open"),
      ("-- status", "-- status"), ("- status", "- status"), ("status -s tour", "status -s tour"),
      ("--git-log -s x status", "status --git-log  -s x"), ("", ""), ("--help", "--help"),
    ]
  )
  func order(typed: String, arranged: String) {
    let words = CommandWords(typed.split(separator: " ").map(String.init))
    #expect(words.words.joined(separator: " ") == arranged)
    #expect(words.complaint == nil)
  }

  @Test(
    arguments: [
      ("help wiat", "did you mean `wait`?"), ("help lnit", "did you mean `lint`?"),
      ("help dance", "`navclient help` lists"), ("-s x help wiat", "did you mean `wait`?"),
    ]
  )
  func helpForNoCommand(typed: String, words: String) throws {
    let complaint = CommandWords(typed.split(separator: " ").map(String.init)).complaint
    #expect(try #require(complaint).contains(words))
  }

  /// A command line, and the option that is refused because it is given twice; nil for none.
  @Test(
    arguments: [
      ("kill -s a -s b", nil), ("status -s a -s b", "-s"), ("-s a --session=b status", "--session"),
      ("--open a --open b", nil), ("invite --address a:1 --address b:1", nil),
      ("export a --format text --format=json", "--format"), ("kick bob --for 1m --for 2m", "--for"),
      ("send search -- --wait --wait", nil), ("send key h h", nil), ("snapshot -s -s", "-s"),
    ] as [(String, String?)]
  )
  func repetition(typed: String, option: String?) {
    let words = CommandWords(typed.split(separator: " ").map(String.init))
    #expect(words.complaint == option.map { "\($0) is given twice: give it once" })
  }

  /// The list of options with a value matches the parser's.
  @Test func optionsWithValues() throws {
    let dump = try JSONDecoder().decode(Dump.self, from: Data(Navclient._dumpHelp().utf8))
    let commands = dump.command.subcommands ?? []
    #expect(commands.count > 10)
    let all = commands.flatMap { $0.arguments ?? [] }
    func names(of kind: String) -> Set<String> {
      let names = all.filter { $0.kind == kind }.flatMap { $0.names ?? [] }
      return Set(names.map { ($0.kind == "short" ? "-" : "--") + $0.name })
    }
    #expect(CommandWords.optionsWithValues == names(of: "option"))
    // Only export has them as flags, after the command's name.
    #expect(names(of: "option").intersection(names(of: "flag")) == ["--deck", "--text"])
  }

  private struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
      let arguments: [Argument]?
      let subcommands: [Command]?
    }

    struct Argument: Decodable {
      let kind: String
      let names: [Name]?
    }

    struct Name: Decodable {
      let kind: String
      let name: String
    }
  }
}

@Suite("Names of scaffolds")
struct ScaffoldNameTests {
  @Test(
    "the names of sessions are valid, and no others",
    arguments: [
      "a", "7", "app", "a.b-c_d", "", ".", "..", ".a", "-a", "_a", "a/b", "a b", "a\u{0}b", "ä",
      "语",
      "a\n", "../x", String(repeating: "a", count: 64), String(repeating: "a", count: 65),
    ]
  )
  func names(name: String) {
    #expect((Scaffold(name: name) != nil) == (SessionName(name) != nil), "\(name)")
  }

  @Test(
    "a path is quoted as one word of a shell",
    arguments: [
      ("app/scene.yaml", "app/scene.yaml"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
      ("$(x)", "'$(x)'"), ("~/a", "'~/a'"), ("é", "'é'"),
    ]
  )
  func quoting(path: String, word: String) {
    #expect(Invitation.quoted(path) == word)
  }
}

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
      (["sta"], ["status"]), (["s"], ["status", "send", "snapshot", "script", "stop"]),
      (["dance"], []),
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
