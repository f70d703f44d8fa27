import Foundation

/// A generated part of a manual page, which replaces a placeholder line of its prose.
typealias ManualPart = @Sendable (inout Manual) throws -> Void

/// Why the prose of a page can't be used.
struct ProseError: Error, CustomStringConvertible {
  let description: String
}

extension Manual {
  /// Adds prose, which is Markdown of a few forms.
  ///
  /// `##` begins a section and `###` a subsection. A fence keeps its lines. A paragraph whose second line begins with
  /// a colon is a term and its description, lines that begin with `- ` are entries of a list, anything else is text. A
  /// line `{{name}}` stands for a part of the page, and `{{name}}` within a line for a value.
  ///
  /// - Parameters:
  ///   - markdown: the prose.
  ///   - parts: the parts by name; each has to be used.
  ///   - values: the values by name.
  /// - Throws: for a name that does not exist, and for a part that is not used.
  mutating func add(
    markdown: String,
    parts: [String: ManualPart] = [:],
    values: [String: String] = [:]
  ) throws {
    var unused = Set(parts.keys)
    for block in Self.blocks(of: markdown) {
      if let name = Self.partName(block) {
        guard let part = parts[name] else {
          throw ProseError(description: "there is no part {{\(name)}}")
        }
        unused.remove(name)
        try part(&self)
      } else {
        try add(block: block.map { try Self.filled($0, values) })
      }
    }
    guard unused.isEmpty else {
      throw ProseError(description: "parts that no line names: \(unused.sorted())")
    }
  }

  private mutating func add(block: [String]) throws {
    let first = block[0]
    if first.hasPrefix("### ") {
      subsection(String(first.dropFirst(4)))
    } else if first.hasPrefix("## ") {
      let title = String(first.dropFirst(3))
      // Names of tables keep their letters.
      section(title.contains("[") ? title : title.uppercased())
    } else if first.hasPrefix("```") {
      literal(Array(block.dropFirst().dropLast()))
    } else if block.count > 1, block[1].hasPrefix(": ") {
      let text = ([String(block[1].dropFirst(2))] + block.dropFirst(2)).map { Self.stripped($0) }
      let pieces = InlineCode.pieces(of: first)
      let term = pieces.map { piece in
        switch piece {
        case .text(let text), .code(let text): text
        }
      }
      item(term.joined(), text.joined(separator: " "))
    } else if first.hasPrefix("- ") {
      for entry in Self.entries(of: block) { bullet(entry) }
    } else if first.hasPrefix("|") || first.hasPrefix("#") {
      throw ProseError(description: "the manual's prose has no such block: \(first)")
    } else {
      paragraph(block.map { Self.stripped($0) }.joined(separator: " "))
    }
  }

  // MARK: Blocks

  /// The blocks of a text: lines between blank lines, headings, and fences with all that is in them.
  static func blocks(of markdown: String) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String] = []
    var fence: String?
    func end() {
      if !block.isEmpty { blocks.append(block) }
      block = []
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let mark = fence {
        block.append(line)
        if line == mark {
          fence = nil
          end()
        }
      } else if line.hasPrefix("```") {
        end()
        fence = String(line.prefix { $0 == "`" })
        block = [line]
      } else if line.isEmpty {
        end()
      } else if line.hasPrefix("## ") || line.hasPrefix("### ") {
        end()
        blocks.append([line])
      } else {
        block.append(line)
      }
    }
    end()
    return blocks
  }

  private static func entries(of block: [String]) -> [String] {
    var entries: [String] = []
    for line in block {
      if line.hasPrefix("- ") {
        entries.append(String(line.dropFirst(2)))
      } else {
        entries[entries.count - 1] += " " + stripped(line)
      }
    }
    return entries
  }

  private static func stripped(_ line: String) -> String {
    String(line.drop { $0 == " " })
  }

  // MARK: Names

  private static func partName(_ block: [String]) -> String? {
    guard block.count == 1, block[0].hasPrefix("{{"), block[0].hasSuffix("}}") else { return nil }
    let name = block[0].dropFirst(2).dropLast(2)
    return name.contains("}") ? nil : String(name)
  }

  /// A line with values for their names.
  private static func filled(_ line: String, _ values: [String: String]) throws -> String {
    var result = ""
    var rest = line[...]
    while let opening = rest.range(of: "{{"),
      let closing = rest.range(of: "}}", range: opening.upperBound..<rest.endIndex)
    {
      let name = String(rest[opening.upperBound..<closing.lowerBound])
      result += rest[..<opening.lowerBound]
      if name.contains(where: { !$0.isLetter && !$0.isNumber }) {
        // Braces of an example.
        result += rest[opening.lowerBound..<closing.upperBound]
      } else if let value = values[name] {
        result += value
      } else {
        throw ProseError(description: "there is no value {{\(name)}}")
      }
      rest = rest[closing.upperBound...]
    }
    return result + rest
  }
}
