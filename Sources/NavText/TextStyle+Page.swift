extension TextStyle {
  /// What the addresses of links begin with that lead to another page of the same content.
  ///
  /// A terminal is never given one.
  private static let pageScheme = "nav-page:"

  /// The address of a page.
  ///
  /// - Parameter key: what names it where the content comes from.
  /// - Returns: what a link to it has for an address.
  package static func pageAddress(_ key: String) -> String { pageScheme + key }

  /// The key of the page that an address leads to; nil for any other address.
  package static func page(ofAddress address: String) -> String? {
    guard address.utf8.starts(with: pageScheme.utf8) else { return nil }
    let key = address.dropFirst(pageScheme.count)
    return key.isEmpty ? nil : String(key)
  }

  /// The key of the page that it leads to, nil where it leads to none.
  package var page: String? { link.flatMap { Self.page(ofAddress: $0) } }
}
