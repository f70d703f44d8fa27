import CYAML

/// The events of YAML, one after the other: of a text, or of a document that is read in pieces.
final class YAMLEvents {
  // libyaml keeps their addresses.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let text: UnsafeMutableBufferPointer<UInt8>
  private let feed: YAMLFeed?
  private var event = yaml_event_t()

  init(_ text: some Collection<UInt8>) {
    self.text = UnsafeMutableBufferPointer.allocate(capacity: text.count)
    _ = self.text.initialize(from: text)
    feed = nil
    initializeParser()
    yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
  }

  init(of feed: YAMLFeed) {
    text = UnsafeMutableBufferPointer(start: nil, count: 0)
    self.feed = feed
    initializeParser()
    yaml_parser_set_input(
      parser,
      { context, buffer, size, count in
        guard let context, let buffer, let count else { return 0 }
        let feed = Unmanaged<YAMLFeed>.fromOpaque(context).takeUnretainedValue()
        count.pointee = feed.read(into: UnsafeMutableBufferPointer(start: buffer, count: size))
        return feed.failure == nil ? 1 : 0
      },
      Unmanaged.passUnretained(feed).toOpaque()
    )
  }

  private func initializeParser() {
    precondition(yaml_parser_initialize(parser) == 1, "cannot parse without memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  /// The parser, whose error can be read after `next` has thrown.
  var state: yaml_parser_t { parser.pointee }

  deinit {
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// Reads an event.
  ///
  /// - Returns: the event, valid until the next call; the last one is `YAML_STREAM_END_EVENT`.
  /// - Throws: the first syntax error; nothing can be read after it.
  func next() throws(YAMLError) -> yaml_event_t {
    yaml_event_delete(&event)
    event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLError(of: parser.pointee) }
    return event
  }
}

/// A YAML syntax error.
package enum YAMLError: Error, Hashable {
  /// It is more than libyaml gets memory for.
  case memory
  /// It has a character that YAML does not allow, at an offset in bytes.
  case character(problem: String, offset: Int)
  case syntax(problem: String, YAMLMark)
  /// A key is twice in a map, first at a mark.
  case duplicate(key: String, YAMLMark)
  /// It has an alias, and the first anchor is at a mark. A few lines of aliases can expand to more than fits into memory.
  case alias(anchor: YAMLMark)
}

/// A place in a YAML text: a line, and a column in Unicode scalars, both from 1.
package struct YAMLMark: Hashable, Sendable {
  package var line: Int
  package var column: Int

  init(_ mark: yaml_mark_t) {
    line = Int(mark.line) + 1
    column = Int(mark.column) + 1
  }
}

extension YAMLError {
  fileprivate init(of parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? "it can't be read"
    self =
      switch parser.error {
      case YAML_MEMORY_ERROR: .memory
      case YAML_READER_ERROR: .character(problem: problem, offset: Int(parser.problem_offset))
      default: .syntax(problem: problem, YAMLMark(parser.problem_mark))
      }
  }
}
