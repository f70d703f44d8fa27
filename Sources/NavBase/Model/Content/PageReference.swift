/// A page of a stack that has to be read.
package struct PageReference: Hashable, Sendable {
  /// The page's path, made of the keys of the entries that lead to it.
  package var path: [UInt8]
  /// The source that reads it.
  package var source: PageSource
  /// The paths of the pages below it, from the root.
  package var ancestors: [[UInt8]]
  /// The label of its entry, for messages.
  package var label: String
  /// Its entry before the content changed, if that is only numbered (`ListContent.isNumbered`); nil for the page at the path.
  ///
  /// The page of the entry in its place now is wanted.
  package var entry: NamedPlace?
  /// Whether it is for a preview beside its list, so that its beginning is enough.
  package var isPreview: Bool
  /// The part of a large text file that is wanted; nil for the beginning.
  package var window: TextWindow.Wish?

  package init(
    path: [UInt8],
    source: PageSource,
    ancestors: [[UInt8]],
    label: String,
    entry: NamedPlace? = nil,
    isPreview: Bool = false,
    window: TextWindow.Wish? = nil
  ) {
    self.path = path
    self.source = source
    self.ancestors = ancestors
    self.label = label
    self.entry = entry
    self.isPreview = isPreview
    self.window = window
  }
}

/// The place of a value of a document in the document's text.
package struct SourcePlace: Hashable, Sendable {
  /// The byte at which it begins.
  package var byte: Int
  /// Its line, from 0, and the number of graphemes before it in that line; only of use in a text that is shown whole.
  package var line: Int
  package var column: Int

  package init(byte: Int, line: Int, column: Int) {
    self.byte = byte
    self.line = line
    self.column = column
  }

  /// The position in a part of a large text.
  package var position: TextPosition { TextPosition(block: byte, grapheme: 0) }
}

extension StackContent {
  /// Returns a reference to one of its pages.
  ///
  /// - Parameters:
  ///   - path: the page's path.
  ///   - label: the label of its entry, for messages.
  /// - Returns: the reference.
  package func reference(to path: [UInt8], label: String) -> PageReference {
    PageReference(path: path, source: source, ancestors: [self.path], label: label)
  }
}

/// A page that was read for a stack.
package struct ReadPage: Hashable, Sendable {
  package var content: SessionContent
  /// The position in its text where it opens; nil for the beginning.
  package var start: TextPosition?
  /// Why the wanted part of a text can't be shown; nil if it can.
  package var complaint: Rejection?
  /// The key of its entry by now, if that is known (`PageReference.entry`); nil for the one in the path.
  package var key: [UInt8]?
  /// Whether the value of its entry is gone, so that it is the page of what stands in the entry's place.
  package var isLost: Bool

  package init(
    _ content: SessionContent,
    start: TextPosition? = nil,
    complaint: Rejection? = nil,
    key: [UInt8]? = nil,
    isLost: Bool = false
  ) {
    self.content = content
    self.start = start
    self.complaint = complaint
    self.key = key
    self.isLost = isLost
  }
}
