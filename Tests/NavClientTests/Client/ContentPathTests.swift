import ArgumentParser
import Foundation
import Glibc
import NavBase
import NavViewer
import NavWire
import Testing

@testable import NavClient
@testable import NavSystem
@testable import navclient

/// The content for paths on the command line.
@Suite final class ContentPathTests {
  private let directory: String

  init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    directory = base.appendingPathComponent("navclient-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: "\(directory)/music.md",
      withIntermediateDirectories: true
    )
    for name in ["talk.md", "TALK.MarkDown", "notes.txt", "main.swift", "empty.yaml"] {
      try Data("# One\n".utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    }
    for (name, text) in [
      ("app.yaml", "text: One\n"), ("APP.YML", "text: One\n"), ("data.yaml", "a: 1\n"),
      ("data.json", "{}"), ("log.jsonl", "{}\n"),
      ("book/SUMMARY.md", "# S\n"),
      ("other/book.toml", "[book]\n"),
    ] {
      let url = URL(fileURLWithPath: "\(directory)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url)
    }
    #expect(mkfifo("\(directory)/pipe", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory)/link",
      withDestinationPath: "talk.md"
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  private static func read(_ path: String, as kind: PathKind?) throws -> ContentSpec {
    try kind.map { kind in try .named(kind, at: path) } ?? .guessing(path)
  }

  @Test func whatThereIs() throws {
    let music = ContentSpec.tree(path: "\(directory)/music.md")
    let talk = ContentSpec.deck(path: "\(directory)/talk.md")
    let link = ContentSpec.deck(path: "\(directory)/link")
    let table: [(PathKind?, String, ContentSpec)] = [
      (nil, "talk.md", talk), (nil, "TALK.MarkDown", .deck(path: "\(directory)/TALK.MarkDown")),
      // A directory counts as one, regardless of its name.
      (nil, "music.md", music), (nil, "music.md/../music.md/", music),
      (.tree, "music.md", music),
      (nil, "", .tree(path: directory)), (.deck, "talk.md", talk), (.deck, "link", link),
      (.deck, "notes.txt", .deck(path: "\(directory)/notes.txt")),
      (nil, "notes.txt", .file(path: "\(directory)/notes.txt")),
      // The kind is that of a link's target, regardless of its name; the link is followed when it is read.
      (nil, "link", link), (nil, "music.md/.././/link", link),
      (nil, "main.swift", .file(path: "\(directory)/main.swift")),
      (nil, "app.yaml", .scene(path: "\(directory)/app.yaml")),
      (nil, "APP.YML", .scene(path: "\(directory)/APP.YML")),
      (.scene, "notes.txt", .scene(path: "\(directory)/notes.txt")),
      (nil, "data.yaml", .outline(path: "\(directory)/data.yaml")),
      // It has comments alone.
      (nil, "empty.yaml", .outline(path: "\(directory)/empty.yaml")),
      (nil, "data.json", .outline(path: "\(directory)/data.json")),
      (nil, "log.jsonl", .outline(path: "\(directory)/log.jsonl")),
      (.outline, "app.yaml", .outline(path: "\(directory)/app.yaml")),
      (nil, "book", .docs(path: "\(directory)/book")),
      (nil, "book/SUMMARY.md", .docs(path: "\(directory)/book/SUMMARY.md")),
      (nil, "other", .docs(path: "\(directory)/other")),
      (.docs, "music.md", .docs(path: "\(directory)/music.md")),
      (.docs, "talk.md", .docs(path: "\(directory)/talk.md")),
    ]
    for (option, name, content) in table {
      #expect(try Self.read("\(directory)/\(name)", as: option) == content, "\(name) as \(option)")
    }
  }

  @Test func whatThereIsNot() throws {
    let table: [(PathKind?, String, [String])] = [
      (nil, "pipe", ["a pipe or a device", "--open - <"]),
      (.deck, "music.md", ["is a directory", "--tree"]),
      (.outline, "music.md", ["is a directory", "--tree"]), (.docs, "no", ["No such file"]),
      (.scene, "music.md", ["is a directory", "--tree"]), (.scene, "no.yaml", ["No such file"]),
      (.tree, "talk.md", ["is no directory", "--deck"]), (nil, "no.md", ["No such file"]),
      (.deck, "no.md", ["No such file"]), (.tree, "no", ["No such file"]),
      (nil, "no\u{10FFE9}.md", ["No such file"]),
    ]
    for (option, name, words) in table {
      let path = "\(directory)/\(name)"
      let error = try #require(throws: ClientExit.self) { try Self.read(path, as: option) }
      #expect(error.code == .noInput)
      for word in [path] + words { #expect(error.text?.contains(word) == true, "\(error)") }
    }
  }

  @Test func aPathThatIsNotUTF8() throws {
    let path = "\(directory)/caf\u{E9}"
    // The name "café" in Latin 1.
    var bytes = Array("\(directory)/caf".utf8.map { CChar(bitPattern: $0) })
    bytes += [CChar(bitPattern: 0xE9), 0]
    #expect(mkdir(bytes, 0o700) == 0)
    #expect(symlink(bytes, path) == 0)
    let latin = String(system: Array("\(directory)/caf".utf8) + [0xE9])
    let content = try Self.read(latin, as: nil)
    #expect(content == .tree(path: "\(directory)/caf\u{10FFE9}"))
    #expect(content.sessionName == "caf")
    #expect(try Self.read(path, as: nil) == .tree(path: path))
  }
}

/// YAML files that are scenes, and others that are not.
@Suite struct SceneGuessTests {
  @Test(arguments: [
    ("text: hi\n", true), ("title: x\ntabs:\n  items: []\n", true), ("# c\n---\npager: {}\n", true),
    ("\"deck\": a.md\n", true), ("{text: hi}", true), ("stack:\n  root:\n    other: 1\n", true),
    ("name: x\nversion: 1\n", false), ("- 1\n- 2\n", false), ("text: hi\nother: 1\n", false),
    ("title: x\n", false), ("", true), ("# c\n", false), ("just words\n", false),
    ("deckx: 1\n", false),
    ("apiVersion: v1\nkind: List\nlist: []\n", false),
  ])
  func whatAYAMLFileIs(text: String, isScene: Bool) {
    #expect(SceneGuess(text: text).isScene == isScene, "\(text)")
  }

  @Test func whatCannotBeReadIsLeftToTheDaemon() {
    #expect(SceneGuess(path: "/nowhere/at/all.yaml").isScene)
  }
}

/// Content from programs and from standard input, by the command line.
@Suite struct ContentProgramTests {
  private func here() throws -> String {
    let path = try #require(getcwd(nil, 0))
    defer { free(path) }
    return String(cString: path)
  }

  private func content(_ arguments: [String]) throws -> ContentSpec? {
    try ContentOptions.parse(CommandWords(arguments).words).content()
  }

  @Test func programs() throws {
    let directory = try here()
    let table: [([String], CommandLine.Kind, [String])] = [
      (["--cmd", "git log --color | cat"], .shell, ["git log --color | cat"]),
      (["--man", "printf"], .man, ["printf"]),
      (["--man", "3 printf"], .man, ["3", "printf"]),
      (["--git-log"], .gitLog, []),
      (["--git-log", "v1..v2"], .gitLog, ["v1..v2"]),
      (["--git-log=v1 -- a b"], .gitLog, ["v1", "--", "a", "b"]),
      (["--git-diff"], .gitDiff, []),
      (["--git-diff", "HEAD~3"], .gitDiff, ["HEAD~3"]),
    ]
    for (arguments, kind, words) in table {
      let found = try content(arguments)
      #expect(found == .command(CommandLine(kind, words, in: directory)), "\(arguments)")
    }
  }

  @Test func whatIsNoProgram() {
    for arguments in [
      ["--cmd", ""], ["--cmd", " "], ["--man", " "], ["--man=-k x"], ["--git-log=--all"],
      ["--git-diff=-p"], ["--cmd", "true", "--man", "ls"], ["--open", "-", "--open", "-"],
      ["--cmd", String(repeating: "x", count: CommandLine.argumentByteLimit + 1)],
      ["--man", "ls " + String(repeating: "x ", count: CommandLine.mostArguments)],
    ] {
      #expect(throws: (any Error).self, "\(arguments)") { try content(arguments) }
    }
  }

  @Test func ordersOfDirectories() throws {
    let directory = try here()
    let table: [([String], ContentSpec?)] = [
      ([], nil), (["--tree", "."], .tree(path: directory)),
      (["--open", ".", "--hidden"], .tree(path: directory, order: TreeOrder(showsHidden: true))),
      (["--tree", ".", "--sort", "time"], .tree(path: directory, order: TreeOrder(sort: .time))),
      (
        ["--open", ".", "--open", "/", "--sort", "kind", "--hidden"],
        .tabs([.tree(path: directory), .tree(path: "/")])
          .ordered(TreeOrder(showsHidden: true, sort: .kind))
      ),
      (["--scene", "/dev/null", "--sort", "name"], .scene(path: "/dev/null", order: .standard)),
      (["--scene", "/dev/null"], .scene(path: "/dev/null")),
    ]
    for (arguments, expected) in table { #expect(try content(arguments) == expected) }
    for arguments in [
      ["--hidden"], ["--sort", "time"], ["--tree", ".", "--sort", "date"],
      ["--cmd", "true", "--hidden"], ["--deck", "/dev/null", "--sort", "name"],
      ["--open", "Package.swift", "--hidden"],
    ] {
      #expect(throws: (any Error).self, "\(arguments)") { try content(arguments) }
    }
  }

  @Test func valuesThatAreLeftOut() {
    let table: [([String], [String])] = [
      ([], []), (["--git-log"], ["--git-log", ""]),
      (["--git-log", "--plain"], ["--git-log", "", "--plain"]),
      (["--git-log", "main"], ["--git-log", "main"]),
      (["--git-diff", "-s", "x"], ["--git-diff", "", "-s", "x"]),
      (["--git-diff=a"], ["--git-diff=a"]),
    ]
    for (arguments, completed) in table {
      #expect(CommandWords(arguments).words == completed)
    }
  }

  @Test func whatATextLooksLike() {
    let table: [(String, GivenText.Form)] = [
      ("", .printed), ("hello\n# no\n", .printed), ("# Talk\n\n---\n\n# Two\n", .deck),
      ("\n\n## Talk\n", .deck), ("---\ntitle: x\n---\n", .deck), ("---\r\ntitle: x", .deck),
      ("# \u{1B}[31mred", .printed), ("#!/bin/sh\n", .printed), ("#hash\n", .printed),
      ("--- a/x\n+++ b/x\n", .printed), ("{\"a\": 1}\n", .outline), (" [1, 2]\n\n", .outline),
      ("[INFO] begun\n", .printed), ("{ not closed", .printed), ("N\u{8}N\n", .printed),
    ]
    for (text, form) in table {
      #expect(GivenText.Form(guessing: Array(text.utf8)) == form, "\(text.debugDescription)")
    }
  }
}
