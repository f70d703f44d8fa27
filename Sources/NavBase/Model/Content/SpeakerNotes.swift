/// The speaker notes of a slide, which belong to no page that viewers see (proto/README.md: Speaker's view).
package struct SpeakerNotes: Hashable, Sendable {
  /// In the order of the slide; their steps do not fall.
  package private(set) var parts: [Part] = []

  /// Notes that belong to a slide from one of its steps on.
  package struct Part: Hashable, Sendable {
    /// The step of the slide, from 0.
    package var step: Int
    /// Sanitised lines.
    package var text: String

    package init(step: Int, text: String) {
      self.step = step
      self.text = text
    }
  }

  package init() {}

  /// Creates notes for all steps of a slide; an empty text is no notes.
  package init(_ text: String) {
    append(text, fromStep: 0)
  }

  package var isEmpty: Bool { parts.isEmpty }

  /// All of them, line by line; empty for none.
  package var text: String { parts.map(\.text).joined(separator: "\n") }

  /// Adds notes; those that begin in the same step are one part.
  ///
  /// - Parameters:
  ///   - text: sanitised lines; an empty text adds nothing.
  ///   - step: the step from which on they belong to the slide; at least that of the part before.
  package mutating func append(_ text: String, fromStep step: Int) {
    guard !text.isEmpty else { return }
    if let last = parts.indices.last, parts[last].step >= step {
      parts[last].text += "\n" + text
    } else {
      parts.append(Part(step: step, text: text))
    }
  }

  /// Lets notes behind the last step belong to that one.
  package mutating func limitSteps(to last: Int) {
    let all = parts
    parts = []
    for part in all { append(part.text, fromStep: min(part.step, last)) }
  }

  /// Returns the index of the part for a step; nil if the notes begin later, or there are none.
  package func index(atStep step: Int) -> Int? {
    parts.lastIndex { $0.step <= step }
  }
}

extension SpeakerNotes {
  var memorySize: Int { parts.reduce(0) { $0 + 40 + $1.text.utf8.count } }
}
