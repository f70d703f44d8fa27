import NavBase
import NavClient
import NavWire

@testable import NavContent
@testable import NavViewer

/// The sections of the page about keys that are generated from the tables of keys and commands.
enum KeysManual {
  static let parts: [String: ManualPart] = [
    "pager": { add(KeyTable.pager, to: &$0) },
    "list": { add(KeyTable.list, to: &$0) },
    "text": { add(KeyTable.text, to: &$0) },
    "searching": { add(KeyTable.searching, to: &$0) },
    "filtered": { add(KeyTable.filtered, to: &$0) },
    "everywhere": { add(KeyTable.everywhere + KeyTable.speaking, to: &$0) },
    "sequences": { page in
      for entry in CommandTable.entries where !entry.sequence.isEmpty {
        page.item(entry.sequence, sentence(entry.help))
      }
      page.item("12, Tab", "To the tab of this number.")
    },
    "shared": { add(CommandTable.entries.filter(\.isShared), to: &$0) },
    "own": { add(CommandTable.entries.filter { !$0.isShared }, to: &$0) },
  ]

  static var values: [String: String] {
    ["wheelRows": "\(ClientCore.wheelRows)", "wheelColumns": "\(ClientCore.wheelColumns)"]
  }

  private static func add(_ bindings: [KeyBinding], to page: inout Manual) {
    for binding in bindings {
      let keys = binding.keys.map(\.name).joined(separator: "  ")
      page.item(keys, sentence(binding.help) + condition(binding.target))
    }
  }

  private static func add(_ entries: [CommandEntry], to page: inout Manual) {
    for entry in entries {
      var text = sentence(entry.help)
      if case .choice(_, let words, _) = entry.argument {
        text += " Values: \(DeckManual.listed(words))."
      }
      if !entry.aliases.isEmpty { text += " Also \(DeckManual.listed(entry.aliases))." }
      let keys = keys(of: entry)
      if !keys.isEmpty { text += " Keys: \(keys.map { code($0) }.joined(separator: " "))." }
      page.item(entry.usage, text)
    }
  }

  /// The keys of a command in any focus, each once.
  private static func keys(of entry: CommandEntry) -> [String] {
    var keys: [String] = []
    for focus in KeyFocus.allCases {
      for key in CommandTable.keys(of: entry, focus: focus) where !keys.contains(key) {
        keys.append(key)
      }
    }
    return keys
  }

  private static func code(_ text: String) -> String {
    text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  /// `next page` as a sentence.
  private static func sentence(_ help: String) -> String {
    let end = help.hasSuffix(".") ? "" : "."
    return help.prefix(1).uppercased() + help.dropFirst() + end
  }

  private static func condition(_ target: KeyTarget) -> String {
    switch target {
    case .any: ""
    case .slides: " Not in the speaker's view."
    case .talk: " Needs the speaker's view."
    case .document: " Needs a document that was opened as a file."
    case .tabs: " Needs side tabs, or tabs above pages."
    case .sideTabs: " Needs side tabs."
    case .parts: " Needs a split."
    case .entries: " Needs a list."
    case .pages: " Needs a list or a page of text."
    case .longLines: " Needs lines that are cut at the edge."
    }
  }
}
