extension Duration {
  /// An approximate duration in one unit: `12 s`, `3 min`, `5 h`, `2 d`; rounded down.
  package var inWords: String {
    let seconds = components.seconds
    if seconds < 60 { return "\(max(0, seconds)) s" }
    if seconds < 3600 { return "\(seconds / 60) min" }
    if seconds < 86_400 { return "\(seconds / 3600) h" }
    return "\(seconds / 86_400) d"
  }
}
