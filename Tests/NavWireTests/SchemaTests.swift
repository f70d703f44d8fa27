import Foundation
import NavScene
import Testing

/// The tables of fields and `scene.proto` say the same.
@Suite("The schema of a scene")
struct SchemaTests {
  /// A field as a line of the schema has it.
  private struct Line: Hashable {
    var number: Int
    var name: String
    var type: String
    var isHashed: Bool
  }

  private let schema: String

  init() throws {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .appendingPathComponent("../../../proto/navd/v1/scene.proto").standardized
    schema = try String(contentsOf: file, encoding: .utf8)
  }

  @Test(
    "fields have the numbers, names, types and marks of scene.proto",
    arguments: [("Root", FieldTable.root), ("Container", FieldTable.container)]
  )
  func fields(message: String, table: FieldTable) throws {
    let pattern = #/optional (\w+) (\w+) = (\d+);(?: *// (\[hashed\]))?/#
    let lines = try body(of: "message \(message)").matches(of: pattern).map { match in
      try Line(
        number: #require(Int(match.output.3)),
        name: String(match.output.2),
        type: String(match.output.1),
        isHashed: match.output.4 != nil
      )
    }
    let rows = table.fields.map {
      Line(
        number: $0.number,
        name: $0.name,
        type: type(of: $0),
        isHashed: $0.hashedSince != nil
      )
    }
    #expect(lines.sorted { $0.number < $1.number } == rows)
  }

  @Test("enumerations have the values of scene.proto")
  func enumerations() throws {
    for field in FieldTable.root.fields + FieldTable.container.fields {
      guard case .enumeration(let type, let names) = field.kind else { continue }
      let words = type.reduce(into: "") {
        $0 += ($1.isUppercase && !$0.isEmpty ? "_" : "") + "\($1)"
      }
      let prefix = words.uppercased() + "_"
      let first = field.range.lowerBound
      let expected = names.enumerated().map { "\(prefix)\($1.uppercased()) = \(first + $0)" }
      let values = try body(of: "enum \(type)").matches(of: #/([A-Z_]+ = \d+);/#)
        .map { String($0.output.1) }
        .filter { !$0.contains("_UNSPECIFIED = ") }
      #expect(values == expected)
    }
  }

  @Test("a new object has the values that an absent field stands for, but for its kind")
  func initialValues() {
    for table in [FieldTable.root, .container] {
      for field in table.fields where field.name != "kind" {
        #expect(field.initial == 0 && field.range.contains(0), "\(field.name)")
      }
    }
  }

  /// Returns what stands between the braces of a declaration.
  private func body(of declaration: String) throws -> Substring {
    let start = try #require(schema.range(of: declaration + " {\n")).upperBound
    let end = try #require(schema.range(of: "\n}", range: start..<schema.endIndex)).lowerBound
    return schema[start..<end]
  }

  private func type(of field: Field) -> String {
    switch field.kind {
    case .number, .index, .id: field.isSigned ? "sint32" : "uint32"
    case .flag: "bool"
    case .enumeration(let type, _): type
    case .text: "string"
    }
  }
}
