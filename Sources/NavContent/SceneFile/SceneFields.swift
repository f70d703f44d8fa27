import NavBase

/// A map of a scene file with a fixed set of keys.
struct SceneFields {
  /// The kind of the map in messages, such as `a pager`.
  let name: String
  let mark: YAMLMark?
  let source: SceneSource
  private var values: [String: YAMLValue] = [:]
  /// The fault of an unknown key; nil if all keys are known.
  private(set) var strangeKey: ContentError?

  /// Reads a map.
  ///
  /// - Parameters:
  ///   - node: the node that should be a map.
  ///   - map: the kind of the map.
  ///   - source: the file.
  /// - Throws: a fault if the node is not a map, or for an unknown key.
  init(
    _ node: YAMLValue,
    _ map: SceneMap,
    in source: SceneSource
  ) throws(ContentError) {
    let keys = map.keys
    name = map.title
    self.source = source
    mark = node.mark
    guard let entries = node.entries else {
      let shown = keys.map { "\($0): …" }.prefix(3).joined(separator: ", ")
      throw source.fault("\(name) is a map: write it as {\(shown)}", at: node.mark)
    }
    for entry in entries {
      guard let key = entry.key.text, keys.contains(key) else {
        let shown = entry.key.text.flatMap { Slide.titleLine(of: $0) } ?? "this"
        let near = Spelling.nearest(to: shown, in: keys).map { "did you mean '\($0)'?" }
        let advice = near ?? "it has \(keys.joined(separator: ", "))"
        let fault = source.fault("\(name) has no key '\(shown)': \(advice)", at: entry.key.mark)
        try source.report(fault)
        strangeKey = fault
        continue
      }
      values[key] = entry.value
    }
  }

  var keys: Set<String> { Set(values.keys) }

  subscript(key: String) -> YAMLValue? { values[key] }

  func fault(_ problem: String, at key: String? = nil) -> ContentError {
    source.fault(problem, at: key.flatMap { values[$0]?.mark } ?? mark)
  }

  /// Returns a required value.
  func required(_ key: String) throws(ContentError) -> YAMLValue {
    guard let value = values[key] else { throw fault("\(name) needs '\(key)': add it") }
    return value
  }

  /// Returns a text, possibly of several lines.
  func text(_ key: String) throws(ContentError) -> String? {
    guard let value = values[key] else { return nil }
    return try source.text(value, named: key)
  }

  /// Returns a text as one sanitised line; nil also if it is blank.
  func line(_ key: String) throws(ContentError) -> String? {
    try text(key).flatMap(Slide.titleLine(of:))
  }

  func flag(_ key: String) throws(ContentError) -> Bool? {
    guard let text = try text(key) else { return nil }
    switch text.lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      try source.report(fault("'\(key)' is true or false: write one of them", at: key))
      return nil
    }
  }

  func number(_ key: String, in range: ClosedRange<Int>) throws(ContentError) -> Int? {
    guard let text = try text(key) else { return nil }
    guard let number = Int(text.filter { $0 != "_" }), range.contains(number) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      try source.report(fault("'\(key)' is a number: give \(bounds)", at: key))
      return nil
    }
    return number
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String
  ) throws(ContentError) -> Choice? {
    try choice(key, \.rawValue)
  }

  /// Returns one of the cases of a type; nil if the key is missing.
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - name: returns the name of a case in files.
  /// - Returns: the case.
  /// - Throws: a fault if no case has that name.
  func choice<Choice: CaseIterable>(
    _ key: String,
    _ name: (Choice) -> String
  ) throws(ContentError) -> Choice? {
    guard let text = try text(key) else { return nil }
    if let choice = Choice.allCases.first(where: { name($0) == text }) { return choice }
    let names = Choice.allCases.map(name)
    let near = Spelling.nearest(to: text, in: names).map { "did you mean '\($0)'?" }
    let advice = near ?? "write one of them"
    try source.report(
      fault("'\(key)' is one of \(names.joined(separator: ", ")): \(advice)", at: key)
    )
    return nil
  }

  /// Returns the values of a sequence; nil if the key is missing.
  func sequence(_ key: String) throws(ContentError) -> [YAMLValue]? {
    guard let value = values[key] else { return nil }
    guard let items = value.items else {
      throw fault("'\(key)' is a list: write it as [...], or a line with - for each", at: key)
    }
    return items
  }
}

extension SceneSource {
  /// Returns the text of a scalar.
  func text(_ value: YAMLValue, named key: String) throws(ContentError) -> String {
    guard let text = value.text else {
      throw fault("'\(key)' is a text: write one", at: value.mark)
    }
    return text
  }

  /// Returns a scalar as one sanitised line.
  func line(_ value: YAMLValue, named key: String) throws(ContentError) -> String {
    guard let line = Slide.titleLine(of: try text(value, named: key)) else {
      throw fault("'\(key)' says nothing: write a text", at: value.mark)
    }
    return line
  }
}
