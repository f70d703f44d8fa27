package import NavGeometry
import NavLayout

/// A page of a stack: what it shows, where it comes from, and where people are in it.
struct OpenPage: Hashable, Sendable {
  let content: PageContent
  /// What names it outside of the session.
  let path: [UInt8]
  /// The entry of the page below that it belongs to; nil for the root.
  let key: [UInt8]?
  let size: StackPageSize
  /// The selected entry of a list.
  var selection: Int?
  var anchor = ScrollAnchor.top

  init(_ content: PageContent, path: [UInt8], key: [UInt8]?, size: StackPageSize) {
    self.content = content
    self.path = path
    self.key = key
    self.size = size
    if let list = content.list, !list.entries.isEmpty { selection = 0 }
  }

  var focusKind: FocusKind { content.list == nil ? .text : .list }
}

/// A page that has to be read before an operation can go on.
package struct PageRequest: Hashable, Sendable {
  /// What names the page, made of the keys of the entries that lead to it.
  package let path: [UInt8]
  /// The paths of the pages below it, from the root.
  package let ancestors: [[UInt8]]
  /// What the entry is called, for people.
  package let label: String
  let parent: ContainerID
  let key: [UInt8]
  /// The sizes that will see it first: whoever reads it can wrap it for them at once.
  package var viewports: Set<CellSize> = []
}
