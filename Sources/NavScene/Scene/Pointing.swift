package import NavBase

/// The places that viewers of a session point at, and the line that is marked: passing facts of its scenes
/// (proto/README.md: Pointers).
package struct Pointing: Hashable, Sendable {
  package var pointers: [Pointer]
  package var mark: Mark?

  /// One viewer's pointer.
  package struct Pointer: Hashable, Sendable {
    /// The index among the `Pointing.limit` pointers of a scene.
    package var slot: Int
    /// The viewer's name; may be empty.
    package var name: String
    package var place: PointedPlace

    package init(slot: Int, name: String, place: PointedPlace) {
      self.slot = slot
      self.name = name
      self.place = place
    }
  }

  /// A highlighted line, sentence, entry or word.
  package struct Mark: Hashable, Sendable {
    /// Its text, sanitised and shortened; empty for a line without text.
    package var text: String
    package var place: PointedPlace
    /// Whether it is a word, or a sentence beside others, so that it need not have whole rows.
    package var isPart: Bool

    package init(text: String, place: PointedPlace, isPart: Bool = false) {
      self.text = text
      self.place = place
      self.isPart = isPart
    }
  }

  package init(pointers: [Pointer] = [], mark: Mark? = nil) {
    self.pointers = pointers
    self.mark = mark
  }

  /// The most pointers of a scene.
  package static let limit = 16
  /// The number of different colours.
  package static let colors = 8
  /// The time for which a pointer is shown after its last move.
  package static let lifetime = Duration.seconds(3)
  /// The shortest time between two moves of a pointer that are shown.
  package static let interval = Duration.milliseconds(50)
  /// The most columns of a marked line's text that a scene carries.
  package static let textColumns = 200
}

/// A place in the content of a page.
package struct PointedPlace: Hashable, Sendable {
  package var page: ContainerID
  package var place: ContentPlace

  package init(page: ContainerID, place: ContentPlace) {
    self.page = page
    self.place = place
  }
}

extension PointedPlace {
  /// The place of its last byte.
  package var end: ContentPlace {
    func last(_ bytes: Range<Int>) -> Range<Int> {
      max(0, bytes.upperBound - 1)..<bytes.upperBound
    }
    return switch place {
    case .text(let start, let cell, let bytes):
      .text(start: start, cell: cell, bytes: last(bytes))
    case .entry(let index, let key, let bytes): .entry(index, key: key, bytes: last(bytes))
    case .row: place
    }
  }
}

extension ContainerID {
  /// The mark of a scene; the ids of pages are lower.
  package static let mark = ContainerID(rawValue: 0xFFFF_FF00)

  /// Returns the id of a pointer by its slot.
  package static func pointer(_ slot: Int) -> ContainerID {
    ContainerID(rawValue: mark.rawValue + 1 + UInt32(slot))
  }
}
