import CYaml

extension String {
  /// Whether the text, parsed as YAML up to its first error, contains an alias (`*name`).
  ///
  /// A few lines of aliases can expand to more than fits into memory; an anchor (`&name`) alone is harmless. O(text).
  var hasYAMLAliases: Bool {
    guard utf8.contains(UInt8(ascii: "*")) else { return false }
    var parser = yaml_parser_t()
    precondition(yaml_parser_initialize(&parser) == 1, "cannot parse without memory")
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    return Array(utf8).withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return false }
        defer { yaml_event_delete(&event) }
        switch event.type {
        case YAML_ALIAS_EVENT: return true
        case YAML_STREAM_END_EVENT: return false
        default: break
        }
      }
    }
  }
}
