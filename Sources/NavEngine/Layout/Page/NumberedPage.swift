package import NavScene

/// A page that a container shows, by its number among the container's pages.
package struct NumberedPage: Sendable {
  /// From 0.
  package var index: Int
  package var id: ContainerID
  package var shown: ShownPage

  package init(index: Int, id: ContainerID, shown: ShownPage) {
    self.index = index
    self.id = id
    self.shown = shown
  }
}
