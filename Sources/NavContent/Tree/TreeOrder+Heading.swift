import NavBase

extension TreeOrder {
  /// The line above the entries of a directory; nil for the standard order.
  package var heading: String? {
    var parts: [String] = []
    switch sort {
    case .name: break
    case .time: parts.append("newest first")
    case .size: parts.append("largest first")
    case .kind: parts.append("by kind")
    }
    if showsHidden { parts.append("with hidden files") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
