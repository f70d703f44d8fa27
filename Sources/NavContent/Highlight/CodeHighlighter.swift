package import NavText
import Synchronization

/// Puts code in colours by a program that is found when it is needed: `highlight`, or `bat` where that is not there.
///
/// Code stays plain where there is no such program, where it does not know the language, and where it fails
/// or takes too long. What it has said of a text is kept, so a text that is read again costs nothing. May be
/// called from any thread that may wait.
package final class CodeHighlighter: Sendable {
  /// Runs a program with a text as its input; what it prints, or nil where it fails.
  package typealias Run = @Sendable (_ arguments: [String], _ input: [UInt8]) -> [UInt8]?

  private let run: Run?
  /// What runs.
  package let program: HighlighterProgram
  private let cache = Mutex(Cache())

  /// Longer texts stay plain, in bytes.
  package static let byteLimit = 256 << 10
  /// How long the program may take for one text.
  package static let timeLimit = Duration.seconds(2)
  /// How long a document may keep whoever waits for it; what is left then stays plain.
  package static let documentTimeLimit = Duration.seconds(2)
  /// The texts that are kept, in number and in bytes together.
  package static let cacheCount = 1_024
  package static let cacheBytes = 8 << 20

  /// - Parameters:
  ///   - program: how it is asked.
  ///   - run: nil where there is no program.
  package init(_ program: HighlighterProgram, _ run: Run?) {
    self.program = program
    self.run = run
  }

  /// - Parameter run: runs `highlight`; nil where there is no program.
  package convenience init(_ run: Run?) { self.init(.highlight, run) }

  /// With the program that is in PATH now.
  package static func inPath() -> CodeHighlighter {
    inPath(ProcessEnvironment.inherited().environment["PATH"])
  }

  /// With the program that is in a PATH now, which may take so long for one text.
  package static func inPath(
    _ path: String?,
    within limit: Duration = timeLimit
  ) -> CodeHighlighter {
    for program in HighlighterProgram.allCases {
      for name in program.names {
        if let file = ProgramPath.find(name, path: path) {
          return running(program, at: file, within: limit)
        }
      }
    }
    return CodeHighlighter(nil)
  }

  /// With the program in a file, which may take so long for one text.
  package static func running(
    _ program: HighlighterProgram,
    at file: String,
    within limit: Duration = timeLimit
  ) -> CodeHighlighter {
    let limits = ProcessLimits(outputBytes: 4 << 20, time: limit, memory: 512 << 20)
    var environment = ProcessEnvironment.inherited()
    for (name, value) in program.variables { environment = environment.with(name, value) }
    let variables = environment.environment
    return CodeHighlighter(program) { arguments, input in
      let invocation = Invocation(
        [file] + arguments,
        environment: variables,
        input: input,
        errors: .dropped
      )
      guard let output = try? invocation.run(within: limits), output.end.isSuccess else {
        return nil
      }
      return output.bytes
    }
  }

  /// A document with all code in it in colours.
  package func highlighted(_ document: TextDocument) -> TextDocument {
    guard run != nil else { return document }
    let watch = Watch()
    return document.highlighted { watch.isOver ? $0 : highlighted($0) }
  }

  /// A deck with all code in it in colours.
  ///
  /// - Parameters:
  ///   - deck: its code may be plain.
  ///   - limit: how long it may keep whoever waits for it; what is left then stays plain.
  /// - Returns: the same deck where there is no program.
  package func highlighted(_ deck: Deck, within limit: Duration = documentTimeLimit) -> Deck {
    guard run != nil else { return deck }
    let watch = Watch(limit: limit)
    return deck.highlighted { watch.isOver ? $0 : highlighted($0) }
  }

  /// The block in colours, or as it is.
  package func highlighted(_ code: TextCode) -> TextCode {
    guard let lines = lines(of: code.text, language: code.language) else { return code }
    var code = code
    code.lines = lines
    return code
  }

  /// The lines of a text in colours.
  ///
  /// - Parameters:
  ///   - text: its lines without their ends.
  ///   - language: its name, or what the names of its files end in.
  /// - Returns: nil where it stays plain.
  package func lines(of text: [String], language: String) -> [StyledText]? {
    guard let run, let language = Self.checked(language).map(program.name) else { return nil }
    let source = text.joined(separator: "\n")
    guard !source.isEmpty, source.utf8.count <= Self.byteLimit else { return nil }
    let key = Cache.Key(language: language, text: source)
    if let known = cache.withLock({ $0.lines(of: key) }) { return known.lines }
    // Other texts may be looked up meanwhile.
    let lines = program.lines(of: text, language, source, run)
    cache.withLock { $0.keep(lines, of: key) }
    return lines
  }

  /// The name of a language in small letters; nil for what can't be one.
  private static func checked(_ language: String) -> String? {
    let name = language.lowercased()
    guard (1...32).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "-"),
      name.utf8.allSatisfy({ byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      })
    else { return nil }
    return name
  }

  private struct Watch {
    private let start = ContinuousClock.now
    var limit = CodeHighlighter.documentTimeLimit

    var isOver: Bool { ContinuousClock.now - start > limit }
  }
}

extension HighlighterProgram {
  /// The lines of a text in colours; nil where the program has no answer.
  fileprivate func lines(
    of text: [String],
    _ language: String,
    _ source: String,
    _ run: CodeHighlighter.Run
  ) -> [StyledText]? {
    guard let output = run(arguments(language: language), Array((source + "\n").utf8)),
      var lines = lines(of: output)
    else { return nil }
    // Blank lines at the end are dropped by some.
    while lines.count < text.count, text[lines.count].isEmpty { lines.append(StyledText()) }
    // What is shown is what was written, or nothing of this.
    guard lines.map(\.text) == text else { return nil }
    return lines
  }
}

/// What was said of texts, oldest first.
private struct Cache {
  struct Key: Hashable {
    var language: String
    var text: String
  }

  struct Entry {
    /// Nil for a text that stays plain.
    var lines: [StyledText]?
  }

  private var entries: [Key: Entry] = [:]
  private var order: [Key] = []
  private var bytes = 0

  func lines(of key: Key) -> Entry? { entries[key] }

  mutating func keep(_ lines: [StyledText]?, of key: Key) {
    guard entries[key] == nil else { return }
    entries[key] = Entry(lines: lines)
    order.append(key)
    bytes += key.text.utf8.count
    while order.count > CodeHighlighter.cacheCount || bytes > CodeHighlighter.cacheBytes {
      let oldest = order.removeFirst()
      entries[oldest] = nil
      bytes -= oldest.text.utf8.count
    }
  }
}
