import Foundation
import NavBase

@testable import NavContent

/// The sections of the page about scene files that are generated from the code and their schema.
enum SceneManual {
  /// The maps of a scene file in the order of the page.
  private static let maps = [
    "node", "command", "list", "section", "entry", "board", "box", "pager", "numbered", "book",
    "options", "stack", "tabs", "tab", "split", "insets",
  ]

  static let parts: [String: ManualPart] = [
    "keys": { page in
      let definitions = try definitions()
      guard Set(maps) == Set(SceneKeys.all.keys) else {
        throw ProseError(description: "the manual lacks maps of a scene, or has others")
      }
      for name in maps { try add(name, of: definitions, to: &page) }
    }
  ]

  static var values: [String: String] {
    [
      "contents": DeckManual.listed(SceneKeys.contents),
      "withInsets": DeckManual.listed(SceneNodeKind.withInsets.map(\.name)),
      "attributes": DeckManual.listed(BoardConstraint.attributeNames),
      "priorities": DeckManual.listed(
        BoardConstraint.priorities.sorted { $0.value < $1.value }.map { "@\($0.key)" }
      ),
    ]
  }

  // MARK: The schema

  private typealias Definition = [String: Any]

  private static func definitions() throws -> [String: Definition] {
    let file = ManualPage.repository.appendingPathComponent("deploy/scene.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    guard let definitions = schema?["definitions"] as? [String: Definition] else {
      throw ProseError(description: "the schema of scene files has no definitions")
    }
    return definitions
  }

  private static func add(
    _ name: String,
    of definitions: [String: Definition],
    to page: inout Manual
  ) throws {
    let definition = definitions[name] ?? [:]
    let choices = definition["anyOf"] as? [Definition] ?? [definition]
    let map = choices.first { $0["properties"] != nil } ?? [:]
    let properties = map["properties"] as? [String: Definition] ?? [:]
    page.subsection(name)
    if let description = definition["description"] as? String { page.paragraph(description) }
    let required = Set(map["required"] as? [String] ?? [])
    for key in SceneKeys.all[name] ?? [] {
      guard let property = properties[key] else {
        throw ProseError(description: "the schema of scene files lacks \(name).\(key)")
      }
      let reference = (property["$ref"] as? String)?.split(separator: "/").last.map(String.init)
      let description =
        property["description"] as? String
        ?? reference.flatMap { definitions[$0]?["description"] as? String }
      guard var text = description else {
        throw ProseError(description: "the schema of scene files does not describe \(name).\(key)")
      }
      text += values(of: property)
      if let reference, reference != "node" { text += " See `\(reference)`." }
      if required.contains(key) { text += " Required." }
      page.item(key, text)
    }
  }

  /// The words or numbers that a key takes.
  private static func values(of property: Definition) -> String {
    if let words = property["enum"] as? [String] { return " Values: \(DeckManual.listed(words))." }
    guard let least = property["minimum"] as? Int, let most = property["maximum"] as? Int else {
      return ""
    }
    return " From \(least) to \(DeckManual.grouped(most))."
  }
}
