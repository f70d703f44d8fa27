import ArgumentParser
import Foundation
import NavClient
import NavContent
import NavEngine
import Testing

@testable import navclient

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
    // Only export has it as a flag, after the command's name.
    #expect(names(of: "option").intersection(names(of: "flag")) == ["--deck"])
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
