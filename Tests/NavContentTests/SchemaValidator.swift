import NavTestKit

/// Checks a value against a JSON schema, as far as the project's schema needs it.
struct SchemaValidator {
  private let root: [String: Any]

  init(_ root: [String: Any]) {
    self.root = root
  }

  /// Returns the mistakes of a value, each with its location.
  func problems(of value: Any) -> [String] { problems(of: value, by: root, at: "") }

  private func problems(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      let definitions = root["definitions"] as? [String: Any] ?? [:]
      guard let definition = definitions[name] as? [String: Any] else {
        return ["\(place): no definition \(reference)"]
      }
      return problems(of: value, by: definition, at: place)
    }
    var found = ownProblems(of: value, by: schema, at: place)
    for (name, wanted) in [("oneOf", 1...1), ("anyOf", 1...Int.max)] {
      guard let choices = schema[name] as? [[String: Any]] else { continue }
      let count = choices.count { problems(of: value, by: $0, at: place).isEmpty }
      if !wanted.contains(count) { found.append("\(place): \(count) of \(name)") }
    }
    if let not = schema["not"] as? [String: Any], problems(of: value, by: not, at: place).isEmpty {
      found.append("\(place): forbidden")
    }
    return found
  }

  private func ownProblems(
    of value: Any,
    by schema: [String: Any],
    at place: String
  ) -> [String] {
    var found: [String] = []
    let types = schema["type"].map { $0 as? [String] ?? [$0 as? String ?? ""] }
    if let types, !types.contains(where: { Self.isType($0, value) }) {
      found.append("\(place): not \(types)")
    }
    if let choices = schema["enum"] as? [String], !choices.contains(value as? String ?? "") {
      found.append("\(place): none of \(choices)")
    }
    if let constant = schema["const"] as? String, constant != value as? String {
      found.append("\(place): not \(constant)")
    }
    switch value {
    case let text as String:
      found += range("Length", text.unicodeScalars.count, schema, place)
    case let number as Int:
      if let least = schema["minimum"] as? Int, number < least { found.append("\(place): too low") }
      if let most = schema["maximum"] as? Int, number > most { found.append("\(place): too high") }
    case let list as [Any]:
      found += range("Items", list.count, schema, place)
      let inner = schema["items"] as? [String: Any] ?? [:]
      for (index, item) in list.enumerated() {
        found += problems(of: item, by: inner, at: "\(place)/\(index)")
      }
    case let map as [String: Any]: found += problems(ofMap: map, by: schema, at: place)
    default: break
    }
    return found
  }

  private func range(
    _ what: String,
    _ count: Int,
    _ schema: [String: Any],
    _ place: String
  ) -> [String] {
    let range = (schema["min" + what] as? Int ?? 0)...(schema["max" + what] as? Int ?? .max)
    return range.contains(count) ? [] : ["\(place): \(count) \(what)"]
  }

  private func problems(
    ofMap map: [String: Any],
    by schema: [String: Any],
    at place: String
  ) -> [String] {
    var found: [String] = []
    for key in schema["required"] as? [String] ?? [] where map[key] == nil {
      found.append("\(place): no \(key)")
    }
    for (key, others) in schema["dependencies"] as? [String: [String]] ?? [:]
    where map[key] != nil {
      for other in others where map[other] == nil { found.append("\(place): no \(other)") }
    }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for (key, value) in map {
      if let inner = properties[key] as? [String: Any] {
        found += problems(of: value, by: inner, at: "\(place)/\(key)")
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(place): key \(key)")
      }
    }
    return found
  }

  private static func isType(_ name: String, _ value: Any) -> Bool {
    switch name {
    case "string": value is String
    case "boolean": value is Bool
    case "integer": value is Int
    case "number": value is Int || value is Double
    case "array": value is [Any]
    case "object": value is [String: Any]
    default: false
    }
  }
}
