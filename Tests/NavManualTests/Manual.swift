/// A manual page in the man macros that every system's `man` reads.
struct Manual {
  private var lines: [String]

  /// - Parameters:
  ///   - name: the page's subject.
  ///   - section: the number of its section.
  ///   - abstract: the subject in one line.
  init(_ name: String, section: Int, _ abstract: String) {
    lines = [
      ".\\\" Made from the programs' own descriptions: NAV_RECORD=1 makes it anew, a test compares.",
      ".TH \(name.uppercased()) \(section) \"\" \"navd\" \"navd manual\"",
      ".SH NAME", "\(name) \\- \(Self.text(Self.lowered(abstract)))",
    ]
  }

  /// The whole page.
  var page: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) { lines.append(".SH \(title)") }

  mutating func subsection(_ title: String) { lines.append(".SS \"\(Self.text(title))\"") }

  mutating func paragraph(_ text: String) { lines += [".PP", Self.text(text)] }

  /// Adds lines without formatting.
  mutating func literal(_ text: [String]) {
    lines += [".PP", ".nf", ".RS 4"] + text.map { Self.text($0) } + [".RE", ".fi"]
  }

  /// Adds a term and its description.
  mutating func item(_ term: String, _ text: String) {
    lines += [".TP", ".B \(Self.text(term))", Self.text(text)]
  }

  /// Adds the prose of a command's help: columns and indented lines stay as they are.
  mutating func prose(_ text: String) {
    for block in text.split(separator: "\n\n") {
      let rows = block.split(separator: "\n").map(String.init)
      if rows.contains(where: { $0.hasPrefix(" ") || $0.contains("   ") })
        || rows.allSatisfy({ $0.hasPrefix("nav") })
      {
        literal(rows)
      } else {
        paragraph(rows.joined(separator: " "))
      }
    }
  }

  /// Escapes text so that none of it is a formatter command.
  static func text(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Returns `Lists the themes.` in the form of a name line: `lists the themes`.
  private static func lowered(_ abstract: String) -> String {
    let text = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

// MARK: Programs

extension Manual {
  /// Makes the page of a program.
  ///
  /// - Parameters:
  ///   - program: the parser's description.
  ///   - defaultCommand: the command that runs without a name, whose options the program accepts.
  init(_ program: HelpDump.Command, defaultCommand: String) {
    self.init(program.commandName, section: 1, program.abstract ?? "")
    let first = program.shown.first { $0.commandName == defaultCommand }
    section("SYNOPSIS")
    lines += [".B \(program.commandName)", Self.text("[OPTIONS]"), ".br"]
    lines += [".B \(program.commandName)", Self.text("COMMAND [OPTIONS] [ARGUMENTS]")]
    section("DESCRIPTION")
    prose(program.discussion ?? "")
    section("OPTIONS")
    paragraph("Those of \(program.commandName) \(defaultCommand), which it is without a command:")
    options(of: first ?? program)
    item("-h, --help", "Help, also of a command.")
    item("--version", "The version, and that of the protocol.")
    section("COMMANDS")
    for command in program.shown {
      subsection("\(program.commandName) \(command.commandName)")
      paragraph(command.abstract ?? "")
      prose(command.discussion ?? "")
      if command.commandName != defaultCommand { options(of: command) }
    }
  }

  private mutating func options(of command: HelpDump.Command) {
    for argument in command.own {
      let names = (argument.names ?? []).map(\.typed).joined(separator: ", ")
      let value = argument.valueName.map { "<\($0)>" } ?? ""
      let term =
        switch argument.kind {
        case "positional": value
        case "flag": names
        default: "\(names) \(value)"
        }
      item(term + (argument.isRepeating ? " ..." : ""), argument.abstract ?? "")
    }
  }
}
