import NavBase
import NavSystem
import NavViewer

/// Parses a theme file: the theme it inherits from, and its settings for each part.
struct ThemeParser {
  /// The theme that it inherits from; nil if the file names none.
  let ancestor: String?
  private let document: ConfigurationDocument
  /// Faults in the file's top-level names.
  private var faults: [ConfigurationFault] = []

  private static let inherits = "inherits"
  private static let terminal = "terminal"
  private static let terminalKeys = ["ink", "paper"]
  private static let tables =
    [terminal] + ThemePart.Table.allCases.map(\.rawValue)

  /// - Parameter bytes: the file.
  /// - Throws: if it is not TOML, or if `inherits` is not the name of a theme.
  init(_ bytes: [UInt8]) throws(ConfigurationFaults) {
    let document = try ConfigurationDocument(bytes)
    self.document = document
    switch document.root[Self.inherits] {
    case nil: ancestor = nil
    case .text(let name) where ThemeLibrary.isName(name): ancestor = name
    case .text, .number, .flag, .table, .other:
      let problem = "\(Self.inherits) takes \(ThemeLibrary.nameForm)"
      throw ConfigurationFaults([document.fault(at: [Self.inherits], problem)])
    }
  }

  /// Whether a top-level table or key of a theme file may have this name.
  static func isTopLevelName(_ name: String) -> Bool { name == inherits || tables.contains(name) }

  /// Returns the fault if it inherits from a theme that is not in the list; nil otherwise.
  func missingAncestorFault(among names: [String]) -> ConfigurationFault? {
    guard let ancestor, !names.contains(ancestor) else { return nil }
    let near = Spelling.nearest(to: ancestor, in: names).map { "did you mean \"\($0)\"?" }
    return document.fault(
      at: [Self.inherits],
      "there is no theme '\(ancestor)' beside it: " + (near ?? "name another one, or \"dark\"")
    )
  }

  /// Returns the fault in the chain of inheritance; `line` has the themes that inherit from this
  /// one, and itself.
  func ancestryFault(in line: [String], most: Int) -> ConfigurationFault? {
    guard let ancestor else { return nil }
    if line.contains(ancestor) {
      let cycle = (line + [ancestor]).joined(separator: " -> ")
      return document.fault(
        at: [Self.inherits],
        "themes inherit from one another in a circle (\(cycle)): "
          + "let one of them inherit from \"dark\""
      )
    }
    guard line.count > most, !ThemeLibrary.builtIn.contains(ancestor) else { return nil }
    return document.fault(
      at: [Self.inherits],
      "more than \(most) themes inherit from one another: let this one inherit from \"dark\""
    )
  }

  /// Returns another theme with this file's changes.
  ///
  /// - Returns: the theme, and the faults; a part with a fault stays as in the other theme.
  func applied(to base: Theme) -> (theme: Theme, faults: [ConfigurationFault]) {
    var reader = Reader(document: document, theme: base)
    for (name, value) in document.root where name != Self.inherits {
      guard Self.tables.contains(name) else {
        reader.refuse([name], Self.unknownNameProblem(name), .strangeName)
        continue
      }
      guard let content = value.table else {
        reader.refuse(
          [name],
          "\(name) is a table: write [\(name)], and its keys on the lines below"
        )
        continue
      }
      for (key, value) in content { reader.read(key, in: name, value) }
    }
    return (reader.theme, ConfigurationFaults(reader.faults).faults)
  }

  private static func unknownNameProblem(_ name: String) -> String {
    if let part = ThemePart.allCases.first(where: { $0.name == name }) {
      return "\(name) stands in no table: write it below [\(part.table.rawValue)]"
    }
    let advice =
      Spelling.nearest(to: name, in: tables + [inherits]).map { "did you mean \($0)?" }
      ?? "its tables are " + tables.map { "[\($0)]" }.joined(separator: ", ")
    return "a theme has nothing of that name: \(advice)"
  }

  /// Applies the file's tables to a theme.
  private struct Reader {
    let document: ConfigurationDocument
    var theme: Theme
    var faults: [ConfigurationFault] = []

    mutating func read(_ name: String, in table: String, _ value: ConfigurationValue) {
      let path = [table, name]
      if table == ThemeParser.terminal {
        guard ThemeParser.terminalKeys.contains(name) else {
          return refuseName(path, ThemeParser.terminalKeys)
        }
        guard let color = color(value, at: path) else { return }
        if name == "ink" { theme.ink = color } else { theme.paper = color }
        return
      }
      let parts = ThemePart.Table(rawValue: table)?.parts ?? []
      guard let part = parts.first(where: { $0.name == name }) else {
        return refuseName(path, parts.map(\.name))
      }
      if let content = value.table {
        for property in ThemeProperty.allCases {
          guard let value = content[property.rawValue] else { continue }
          set(property, of: part, value, at: path + [property.rawValue])
        }
        for key in content.keys where ThemeProperty(rawValue: key) == nil {
          refuseName(path + [key], ThemeProperty.allCases.map(\.rawValue))
        }
      } else if let color = color(value, at: path) {
        setColor(color, of: part, isGround: part.isGround)
      }
    }

    private mutating func set(
      _ property: ThemeProperty,
      of part: ThemePart,
      _ value: ConfigurationValue,
      at path: [String]
    ) {
      let key = property.rawValue
      if part.isGround, property == .color || property == .ansi {
        let problem = "nothing is written in \(part.name) itself: write ground, or ground_ansi"
        return refuse(path, problem)
      }
      switch property {
      case .color, .ground:
        guard let color = color(value, at: path) else { return }
        setColor(color, of: part, isGround: property == .ground)
      case .ansi, .groundAnsi:
        guard let number = value.number, let index = UInt8(exactly: number), index < 16 else {
          return refuse(path, "\(key) takes one of the terminal's 16 colours: write 0 to 15")
        }
        setIndex(index, of: part, property, at: path)
      case .bold, .italic, .underline, .dim:
        guard let isOn = value.flag else {
          return refuse(path, "\(key) takes true or false: write one")
        }
        if isOn {
          theme[part].attributes.formUnion(property.attribute)
        } else {
          theme[part].attributes.subtract(property.attribute)
        }
      }
    }

    private mutating func setIndex(
      _ index: UInt8,
      of part: ThemePart,
      _ property: ThemeProperty,
      at path: [String]
    ) {
      if property == .ansi, theme[part].ink != nil {
        theme[part].ink?.index = index
      } else if property == .groundAnsi, theme[part].ground != nil {
        theme[part].ground?.index = index
      } else {
        let color = property == .ansi ? ThemeProperty.color : .ground
        refuse(path, "\(property.rawValue) stands in for a colour: write \(color.rawValue), too")
      }
    }

    /// Sets a colour; the replacement index belonged to the old colour and is dropped.
    private mutating func setColor(_ color: RGB, of part: ThemePart, isGround: Bool) {
      if isGround {
        theme[part].ground = Paint.Ink(color)
      } else {
        theme[part].ink = Paint.Ink(color)
      }
    }

    private mutating func color(_ value: ConfigurationValue, at path: [String]) -> RGB? {
      if let color = value.text.flatMap({ RGB(hexText: $0) }) { return color }
      refuse(path, "this is no colour: write \"#\" and six digits of 0-9 a-f, like \"#6cb6ff\"")
      return nil
    }

    private mutating func refuseName(_ path: [String], _ names: [String]) {
      let name = path.last ?? ""
      let advice =
        Spelling.nearest(to: name, in: names).map { "did you mean \($0)?" }
        ?? "there are " + names.joined(separator: ", ")
      refuse(path, "a theme has no \(name) here: \(advice)", .strangeName)
    }

    mutating func refuse(
      _ path: [String],
      _ problem: String,
      _ weight: ConfigurationFault.Weight = .wrong
    ) {
      faults.append(document.fault(at: path, problem, weight: weight))
    }
  }
}

/// A property of a part in a theme file; a colour precedes its 16-colour replacement.
enum ThemeProperty: String, CaseIterable, Hashable {
  /// The colour of text.
  case color
  /// The replacement of the text colour on terminals with 16 colours.
  case ansi
  /// The colour behind text.
  case ground
  case groundAnsi = "ground_ansi"
  case bold
  case italic
  case underline
  case dim

  /// The text attributes.
  static let attributes: [ThemeProperty] = [.bold, .italic, .underline, .dim]

  var attribute: CellAttributes {
    switch self {
    case .bold: .bold
    case .italic: .italic
    case .underline: .underline
    case .dim: .dim
    case .color, .ansi, .ground, .groundAnsi: []
    }
  }
}

extension RGB {
  /// Parses a colour in the form `#6cb6ff`.
  init?(hexText: String) {
    let digits = hexText.utf8.dropFirst()
    guard hexText.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(hexText.dropFirst(), radix: 16)
    else { return nil }
    self.init(hex: number)
  }

  /// The colour in the form `#6cb6ff`.
  var hexText: String {
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// The manual's sections about a viewer's files, generated from the tables that the parsers use.
package enum ViewerManual {
  /// The tables of a theme file, with the parts in each.
  package static var themeTables: [(table: String, parts: String)] {
    ThemePart.Table.allCases.map { table in
      (table.rawValue, table.parts.map(\.name).joined(separator: ", ") + ".")
    }
  }
}
