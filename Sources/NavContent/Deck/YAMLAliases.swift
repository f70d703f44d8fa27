import CYaml

extension String {
  /// Whether an alias (`*name`) stands in it, read as YAML up to its first fault.
  ///
  /// A few lines of aliases ask for more than any memory has; an anchor (`&name`) alone asks for nothing. O(text).
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
