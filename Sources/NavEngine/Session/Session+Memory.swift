extension Session {
  /// The estimated memory of the pages that were read besides its content, in bytes; O(containers, open pages).
  package var openedSize: Int { tree.all.reduce(0) { $0 + $1.value.openedSize } }
}
