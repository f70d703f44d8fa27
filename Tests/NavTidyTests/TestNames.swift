/// The names of tests.
enum TestNames {
  /// Returns the display texts: the first literal in the parentheses of `@Test` and `@Suite`, but for those in lines that
  /// are comments.
  static func texts(in source: String) -> [String] {
    let code = source.replacing(/(?m)^ *\/\/.*$/, with: "")
    let name = /@(?:Test|Suite)\(\s*(?:"""((?s).*?)"""|"((?:[^"\\]|\\.)*)")/
    return code.matches(of: name).map { String($0.1 ?? $0.2 ?? "") }
  }

  /// Returns the IDs in a text: `SN-4`, `S15-half`, of `SN-2 ... SN-5` also those in between, and before a colon also
  /// those without a hyphen.
  static func identifiers(in text: String) -> [String] {
    let one = /\b([A-Z][A-Z0-9]*)-([0-9]+|[a-z]+(?:-[a-z]+)*)\b(?:\s*\.\.\.\s*([A-Z]+)-([0-9]+)\b)?/
    let bare = /(?:^|, )([A-Z]+[0-9]+)(?=[,:])/
    return text.matches(of: bare).map { String($0.1) }
      + text.matches(of: one).flatMap { match -> [String] in
        let (prefix, first) = (String(match.1), String(match.2))
        guard let last = match.4.flatMap({ Int($0) }) else { return ["\(prefix)-\(first)"] }
        guard let low = Int(first), match.3 == match.1, low < last else {
          return ["no range: \(match.0)"]
        }
        return (low...last).map { "\(prefix)-\($0)" }
      }
  }
}
