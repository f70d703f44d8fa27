import ArgumentParser
import Foundation
import NavBase
import Testing

@testable import navclient
@testable import navd

/// The manual in `deploy/man` is made from the code and from the prose beside this file.
@Suite("The manual")
struct ManualTests {
  private static let folder = ManualPage.repository.appendingPathComponent("deploy/man")

  static let files = [
    "navclient.1", "navd-coming-from.7", "navd-deck.5", "navd-keys.7", "navd-limits.7",
    "navd-scene.5", "navd-themes.7", "navd.1", "navd.toml.5",
  ]

  private static func page(_ file: String) throws -> String {
    try #require(ManualPage.all().first { $0.file == file }).text()
  }

  @Test("each page is the recorded one", arguments: files)
  func page(file: String) throws {
    let page = try Self.page(file)
    let place = Self.folder.appendingPathComponent(file)
    if ProcessInfo.processInfo.environment["NAV_RECORD"] == "1" {
      try Data(page.utf8).write(to: place)
    }
    let recorded = try String(contentsOf: place, encoding: .utf8)
    let changed = zip(
      page.split(separator: "\n", omittingEmptySubsequences: false),
      recorded.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    let difference = changed.map { "\($0)" } ?? "its length"
    #expect(page == recorded, "\(file) is old (NAV_RECORD=1 records it again): \(difference)")
  }

  @Test("the folder of the manual has these pages and nothing else")
  func folder() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(found == Self.files)
    let made = try ManualPage.all().map(\.file).sorted()
    #expect(made == Self.files)
  }

  @Test("only macros that every man knows begin a line", arguments: files)
  func macros(file: String) throws {
    let known: Set = [
      ".TH", ".SH", ".SS", ".PP", ".TP", ".IP", ".B", ".nf", ".fi", ".RS", ".RE", ".br",
    ]
    for line in try Self.page(file).split(separator: "\n") {
      let isASCII = line.allSatisfy { $0.isASCII }
      #expect(isASCII, "\(line)")
      guard line.hasPrefix(".") || line.hasPrefix("'") else { continue }
      let macro = String(line.prefix { $0 != " " })
      #expect(known.contains(macro) || macro == ".\\\"", "\(line)")
    }
  }

  @Test("a formatter has nothing to warn about", arguments: files)
  func formatter(file: String) throws {
    let formatters = ["/usr/bin/groff", "/usr/local/bin/groff"]
    guard let groff = formatters.first(where: FileManager.default.isExecutableFile) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: groff)
    process.arguments = [
      "-man", "-Tutf8", "-ww", "-z", Self.folder.appendingPathComponent(file).path,
    ]
    let said = Pipe()
    process.standardError = said
    try process.run()
    let warnings = said.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: warnings, as: UTF8.self) == "")
  }

  @Test("every command and every option of both programs is in its page")
  func complete() throws {
    for (file, dump) in [("navclient.1", Navclient._dumpHelp()), ("navd.1", Navd._dumpHelp())] {
      let page = try Self.page(file)
      for command in try HelpDump(dump).command.shown {
        let title = " " + Manual.text(command.commandName) + "\""
        #expect(page.contains(title), "\(command.commandName)")
        for option in command.own.flatMap({ $0.names ?? [] }) {
          #expect(page.contains(Manual.text(option.typed)), "\(option.typed)")
        }
      }
    }
  }

  @Test("an option may be given several times where its help says so, and nowhere else")
  func repeatedOptions() throws {
    func options(of command: HelpDump.Command, repeated isRepeated: Bool) -> Set<String> {
      Set(
        command.own.filter { $0.isRepeating == isRepeated }.flatMap { $0.names ?? [] }
          .filter { $0.kind != "short" }.map(\.typed)
      )
    }
    for command in try HelpDump(Navclient._dumpHelp()).command.shown {
      let several = CommandWords.repeatable(by: command.commandName)
      #expect(options(of: command, repeated: true).isSubset(of: several), "\(command.commandName)")
      #expect(options(of: command, repeated: false).isDisjoint(with: several))
    }
    for command in try HelpDump(Navd._dumpHelp()).command.shown {
      #expect(options(of: command, repeated: true).isEmpty, "\(command.commandName)")
    }
  }

  @Test("pages refer to pages that exist", arguments: files)
  func references(file: String) throws {
    for match in try Self.page(file).matches(of: /\\fB([a-z.\\-]+)\\fR\((\d)\)/) {
      let name = "\(match.1.replacing("\\-", with: "-")).\(match.2)"
      #expect(Self.files.contains(name), "\(file) refers to \(name)")
    }
  }

  @Test("commands that the prose shows exist", arguments: files)
  func commands(file: String) throws {
    for match in try Self.page(file).matches(of: /\\fB:([a-z][a-z\\ -]*)\\fR/) {
      let line = match.1.replacing("\\-", with: "-")
      #expect(throws: Never.self, "\(file): \(line)") { try CommandTable.command(String(line)) }
    }
  }

  private static func isBound(_ key: Key) -> Bool {
    KeyFocus.allCases.contains { focus in
      ActiveSearch.allCases.contains { search in
        KeyTable.command(for: key, focus: focus, search: search) != nil
      }
    }
  }

  @Test("single characters that the prose about keys names are keys")
  func keys() throws {
    // Signs of headers, of lines that are cut, and of expressions.
    let signs = Set<Character>("‹›.*+?|^$\\")
    var count = 0
    for piece in InlineCode.pieces(of: try ManualPage.prose(of: "navd-keys.7")) {
      guard case .code(let code) = piece, code.count == 1, let sign = code.first else { continue }
      if signs.contains(sign) { continue }
      count += 1
      // `g` begins key sequences and is bound to no command.
      #expect(Self.isBound(Key(.character(sign))) || sign == "g", "\(sign)")
    }
    #expect(count > 25)
  }

  @Test("keys beside those of other programs are keys")
  func keysBesideOthers() throws {
    let fences = Manual.blocks(of: try ManualPage.prose(of: "navd-coming-from.7"))
      .filter { $0[0].hasPrefix("```") }.map { $0.dropFirst().dropLast() }
      .filter { !$0.joined().contains("navclient") }
    #expect(fences.count == 3)
    for line in fences.joined() {
      // They begin in this column.
      let words = line.dropFirst(34).split(separator: " ")
      #expect(!words.isEmpty && line.dropFirst(33).first == " ", "\(line)")
      for word in words where word.first?.isNumber == false && word != "g" {
        let key = Key(name: String(word))
        #expect(key.map(Self.isBound) == true, "\(line): \(word)")
      }
    }
  }
}
