import ArgumentParser
import Glibc
import NavBase
import NavClient
import NavWire
import Testing

@testable import navclient

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
