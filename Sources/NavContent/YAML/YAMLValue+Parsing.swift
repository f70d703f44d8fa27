import CYAML

extension YAMLValue {
  /// The maximum nesting depth: libyaml's own is far more than the calls that release a value may need.
  private static let depthLimit = 1_000

  /// Parses a text of one document; nil if it has none.
  ///
  /// - Parameter text: nested less than `depthLimit` deep.
  /// - Returns: the value at its root.
  /// - Throws: the first syntax error.
  package static func parse(_ text: String) throws(YAMLError) -> YAMLValue? {
    let events = YAMLEvents(text.utf8)
    var builder = YAMLBuilder()
    while true {
      let event = try events.next()
      guard event.type != YAML_STREAM_END_EVENT else { return builder.root }
      try builder.add(event)
      guard builder.depth <= depthLimit else {
        let problem = "more than \(depthLimit) levels in one another"
        throw .syntax(problem: problem, YAMLMark(event.start_mark))
      }
    }
  }
}

/// Makes values of a text's events, without a call for each level.
private struct YAMLBuilder {
  private(set) var root: YAMLValue?
  /// The collections that are not complete, from the outermost.
  private var open: [OpenCollection] = []
  /// The place of the first anchor so far.
  private var anchor: YAMLMark?

  var depth: Int { open.count }

  mutating func add(_ event: yaml_event_t) throws(YAMLError) {
    let mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT where root != nil:
      throw .syntax(problem: "but found another document", mark)
    case YAML_ALIAS_EVENT:
      guard let anchor else { throw .syntax(problem: "found undefined alias", mark) }
      throw .alias(anchor: anchor)
    case YAML_MAPPING_START_EVENT:
      note(event.data.mapping_start.anchor, at: mark)
      open.append(OpenCollection(isMap: true, mark: mark))
    case YAML_SEQUENCE_START_EVENT:
      note(event.data.sequence_start.anchor, at: mark)
      open.append(OpenCollection(isMap: false, mark: mark))
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
      if let closed = open.popLast() { add(try closed.value()) }
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      note(scalar.anchor, at: mark)
      // It may contain NUL.
      let bytes = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
      let text = String(decoding: bytes, as: UTF8.self)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      add(YAMLValue(content: .scalar(text, isPlain: isPlain), mark: mark))
    default: break
    }
  }

  private mutating func add(_ value: YAMLValue) {
    if open.isEmpty { root = value } else { open[open.count - 1].items.append(value) }
  }

  private mutating func note(_ name: UnsafeMutablePointer<UInt8>?, at mark: YAMLMark) {
    if name != nil { anchor = anchor ?? mark }
  }
}

private struct OpenCollection {
  let isMap: Bool
  let mark: YAMLMark
  /// Its values; of a map, keys and values in turn.
  var items: [YAMLValue] = []

  /// The complete collection.
  ///
  /// - Throws: `duplicate` for the first key that is there twice.
  func value() throws(YAMLError) -> YAMLValue {
    guard isMap else { return YAMLValue(content: .sequence(items), mark: mark) }
    var entries: [YAMLValue.Entry] = []
    entries.reserveCapacity(items.count / 2)
    var places: [String: YAMLMark] = [:]
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      let key = items[index]
      entries.append(YAMLValue.Entry(key: key, value: items[index + 1]))
      guard let text = key.text else { continue }
      if let first = places[text] { throw .duplicate(key: text, first) }
      places[text] = key.mark
    }
    return YAMLValue(content: .map(entries), mark: mark)
  }
}
