extension TextStyle {
  /// The scheme of links to another page of the same content.
  ///
  /// Such an address is never sent to a terminal.
  private static let pageScheme = "nav-page:"

  /// Returns the link address of a page.
  ///
  /// - Parameter key: the page's key in its content.
  /// - Returns: the address for ``TextStyle/link``.
  package static func pageAddress(_ key: String) -> String { pageScheme + key }

  /// Returns the key of the page that an address links to; nil for any other address.
  package static func page(ofAddress address: String) -> String? {
    guard address.utf8.starts(with: pageScheme.utf8) else { return nil }
    let key = address.dropFirst(pageScheme.count)
    return key.isEmpty ? nil : String(key)
  }

  /// The key of the linked page; nil if the style links to no page.
  package var page: String? { link.flatMap { Self.page(ofAddress: $0) } }
}
