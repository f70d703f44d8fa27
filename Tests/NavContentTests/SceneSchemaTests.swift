import Foundation
import NavBase
import NavContent
import Testing

/// The schema for editors agrees with the reader.
@Suite("The schema of scene files")
struct SceneSchemaTests {
  private static let repository = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func value(_ yaml: String) throws -> Any {
    plain(try #require(try YAMLValue.parse(yaml), "\(yaml)"))
  }

  /// Returns a value of Foundation's: numbers and flags where they are written without quotation marks.
  private static func plain(_ value: YAMLValue) -> Any {
    if let items = value.items { return items.map(plain) }
    if let entries = value.entries {
      return Dictionary(
        entries.map { ($0.key.text ?? "", plain($0.value)) },
        uniquingKeysWith: { first, _ in first }
      )
    }
    let text = value.text ?? ""
    guard value.isPlain else { return text }
    switch text {
    case "true", "yes": return true
    case "false", "no": return false
    case "", "null": return NSNull()
    default: return Int(text) ?? Double(text) ?? text as Any
    }
  }

  /// Reads the schema; JSON is YAML.
  private static func schema() throws -> [String: Any] {
    let file = repository.appendingPathComponent("deploy/scene.schema.json")
    return try #require(value(String(contentsOf: file, encoding: .utf8)) as? [String: Any])
  }

  private static func examples() throws -> [String: String] {
    var examples: [String: String] = [:]
    for folder in [
      "Tests/NavDaemonTests/Preview/Scenes", "Tests/NavViewerTests/Viewer/Gallery/Scenes",
    ] {
      let place = repository.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path)
      where name.hasSuffix(".yaml") {
        let file = place.appendingPathComponent(name)
        examples["\(folder)/\(name)"] = try String(contentsOf: file, encoding: .utf8)
      }
    }
    let scaffold = try #require(Scaffold(name: "app"))
    for (name, text) in scaffold.files where name.hasSuffix(".yaml") { examples[name] = text }
    return examples
  }

  @Test("schema and reader accept every example")
  func examples() throws {
    let validator = SchemaValidator(try Self.schema())
    let examples = try Self.examples()
    #expect(examples.count > 20 && examples["scene.yaml"] != nil)
    for (name, text) in examples {
      #expect(validator.problems(of: try Self.value(text)) == [], "\(name)")
    }
  }

  @Test("the schema has exactly the reader's keys")
  func keys() throws {
    let definitions = try #require(Self.schema()["definitions"] as? [String: [String: Any]])
    #expect(Set(definitions.keys) == Set(SceneKeys.all.keys))
    for (name, keys) in SceneKeys.all {
      let definition = definitions[name] ?? [:]
      let choices = definition["anyOf"] as? [[String: Any]] ?? [definition]
      let properties = choices.compactMap { $0["properties"] as? [String: Any] }.first ?? [:]
      #expect(Set(properties.keys) == Set(keys), "\(name)")
      let maps = choices.filter { $0["properties"] != nil }
      #expect(maps.allSatisfy { $0["additionalProperties"] as? Bool == false }, "\(name)")
    }
  }

  @Test("the schema's choices are the reader's")
  func choices() throws {
    let definitions = try #require(Self.schema()["definitions"] as? [String: [String: Any]])
    func words(_ definition: String, _ key: String) -> [String] {
      let properties = definitions[definition]?["properties"] as? [String: [String: Any]]
      return properties?[key]?["enum"] as? [String] ?? []
    }
    #expect(words("pager", "transition") == PagerSettings.Transition.allCases.map(\.rawValue))
    #expect(words("pager", "axis") == PagerAxis.allCases.map(\.name))
    for definition in ["pager", "book"] {
      #expect(words(definition, "spine") == Spine.allCases.map(\.name))
      #expect(words(definition, "header") == BarStyle.allCases.map(\.name))
    }
    #expect(words("node", "sort") == TreeSort.allCases.map(\.rawValue))
    #expect(words("tab", "badge_role") == TabBadge.Role.allCases.map(\.name))
  }

  @Test(
    "schema and reader agree on mistakes",
    arguments: [
      ("{tree: /, sort: time}", true), ("{tree: /, hidden: true, title: t}", true),
      ("{tree: /, sort: date}", false), ("{tree: /, hidden: 3}", false),
      ("{text: a, hidden: true}", false), ("{docs: /, sort: name}", false), ("sort: name", false),
      ("text: a", true), ("text: 3", true), ("{}", false), ("{text: a, list: {}}", false),
      ("nope: a", false), ("list: {}", true), ("list: {entries: [a, 2, {label: b}]}", true),
      ("list: {entries: [{}]}", false), ("list: {entries: a}", false),
      ("list: {sections: [{entries: [a]}]}", false), ("command: ls", true),
      ("command: {shell: ls}", true), ("command: {shell: [ls]}", nil),
      ("command: {man: [3, printf], directory: /}", true), ("command: {}", false),
      ("command: {man: a, shell: b}", false), ("pager: {pages: []}", false),
      ("pager: {pages: [{text: a}], spacing: 100}", true),
      ("pager: {pages: [{text: a}], spacing: 101}", false),
      ("pager: {pages: [{text: a}], numbered: {count: 1}}", false),
      ("pager: {numbered: {count: 1000000}}", true), ("pager: {numbered: {count: 0}}", false),
      ("pager: {numbered: {count: 1}, transition: fade}", false),
      ("book: {pages: [{text: a}], spine: mid}", true), ("book: {}", false),
      ("options: {count: 2, name: a}", true), ("options: {name: a}", false),
      ("options: {count: 2, transition: none, start: 2}", true),
      ("options: {count: 2, dots: no}", false),
      ("pager: {pages: [{text: a}], start: 1, dots: false}", true),
      ("pager: {pages: [{text: a}], start: 0}", false),
      ("pager: {pages: [{text: a}], start: 2}", nil),
      ("stack: {root: {text: a, size: half}}", true), ("stack: {root: {text: a, size: 3}}", false),
      ("list: {entries: [{label: a, open: {text: a}, size: half, activate: false}]}", true),
      ("list: {entries: [{label: a, activate: false}]}", false),
      ("stack: {}", false), ("stack: {root: {text: a}}", true), ("tabs: {items: []}", false),
      ("tabs: {items: [{content: {text: a}}], attachment_shown: true}", false),
      ("tabs: {items: [{content: {text: a}, badge: 3, badge_role: alert}]}", true),
      ("{text: a, insets: 2}", true), ("{text: a, insets: {top: 1, left: 100}}", true),
      ("{list: {}, insets: {}}", true), ("{text: a, insets: -1}", false),
      ("{text: a, insets: 101}", false), ("{text: a, insets: {above: 1}}", false),
      ("{tree: /, insets: 2}", nil), ("{pager: {numbered: {count: 1}}, insets: 2}", nil),
      ("{text: a, bounces: false, scroll_enabled: no, shows_indicators: true}", true),
      ("{stack: {root: {text: a}}, bounces: false}", true), ("{text: a, bounces: 3}", false),
      ("{tabs: {items: [{content: {text: a}}]}, bounces: false}", nil),
      ("{options: {count: 2}, shows_indicators: false}", nil),
      ("pager: {numbered: {count: 9}, flick_pages: 3}", true),
      ("options: {count: 9, flick_pages: 0}", false), ("book: {flick_pages: 2}", false),
      ("board: {boxes: []}", false), ("board: {boxes: [{name: page}]}", false),
      ("board: {boxes: [{name: a, border: false}], constraints: [a.left = 1]}", true),
    ] as [(String, Bool?)]
  )
  func verdicts(text: String, isRight: Bool?) throws {
    let problems = SchemaValidator(try Self.schema()).problems(of: try Self.value(text))
    let faults = SceneFile.faults(in: text, path: "/no/app.yaml")
    // Nil: only the reader is so strict.
    if let isRight { #expect(problems.isEmpty == isRight, "\(text): \(problems)") }
    #expect(faults.isEmpty == (isRight ?? false), "\(text): \(faults)")
  }

  @Test("one tab past the limit is refused")
  func tabs() throws {
    let validator = SchemaValidator(try Self.schema())
    for (count, isRight) in [(SceneFile.Limits().tabs, true), (SceneFile.Limits().tabs + 1, false)]
    {
      let items = Array(repeating: "{content: {text: a}}", count: count).joined(separator: ", ")
      let problems = validator.problems(of: try Self.value("tabs: {items: [\(items)]}"))
      #expect(problems.isEmpty == isRight)
    }
  }
}
