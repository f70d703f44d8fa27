import NavBase

/// Finds positions of a text in its reloaded version.
struct TextReload {
  private let old: TextDocument
  private let new: TextDocument

  init(from old: TextDocument, to new: TextDocument) {
    self.old = old
    self.new = new
  }

  /// Returns an anchor of the old text in the new one: at the same block, or at the same heading.
  ///
  /// The beginning stays the beginning and the end stays the end, so that a viewer follows a text that grows. O(blocks
  /// and their contents).
  func anchor(_ anchor: ScrollAnchor) -> ScrollAnchor {
    if anchor == .top { return anchor }
    let newLeaves = new.leaves
    if anchor.position.grapheme == .max {
      var end = ScrollAnchor.end(ofBlock: max(0, newLeaves.count - 1))
      end.step = anchor.step
      return end
    }
    let oldLeaves = old.leaves
    guard oldLeaves.indices.contains(anchor.position.block), !newLeaves.isEmpty else { return .top }
    let alignment = SequenceAlignment(
      from: oldLeaves.count,
      to: newLeaves.count,
      equal: { oldLeaves[$0] == newLeaves[$1] },
      named: { Self.haveSameName(oldLeaves[$0], newLeaves[$1]) }
    )
    var moved = anchor
    if let block = alignment.index(of: anchor.position.block) {
      moved.position.block = block
      return moved
    }
    // An edited block is taken to be as far after the heading before it as it was.
    let heading = oldLeaves[...anchor.position.block].lastIndex { Self.isHeading($0) }
    if let heading, let place = alignment.index(of: heading) {
      moved.position.block = min(place + anchor.position.block - heading, newLeaves.count - 1)
    } else {
      moved.position.block = alignment.place(of: anchor.position.block)
    }
    return moved
  }

  private static func isHeading(_ leaf: TextBlock?) -> Bool {
    if case .heading = leaf { true } else { false }
  }

  private static func haveSameName(_ old: TextBlock?, _ new: TextBlock?) -> Bool {
    switch (old, new) {
    case (.heading(_, let old), .heading(_, let new)): old.text == new.text
    // The output of a program, or a listing, that has grown.
    case (.preformatted, .preformatted): true
    default: false
    }
  }
}
