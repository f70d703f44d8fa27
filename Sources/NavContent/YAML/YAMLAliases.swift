import CYAML

extension String {
  /// Whether the text, parsed as YAML up to its first error, contains an alias (`*name`).
  ///
  /// A few lines of aliases can expand to more than fits into memory; an anchor (`&name`) alone is harmless. O(text).
  var hasYAMLAliases: Bool {
    guard utf8.contains(UInt8(ascii: "*")) else { return false }
    let events = YAMLEvents(utf8)
    while let event = try? events.next(), event.type != YAML_STREAM_END_EVENT {
      if event.type == YAML_ALIAS_EVENT { return true }
    }
    return false
  }
}
