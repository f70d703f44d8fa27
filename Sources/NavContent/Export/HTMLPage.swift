/// A file of HTML around its sections.
enum HTMLPage {
  /// The whole file.
  ///
  /// - Parameters:
  ///   - title: what it is called.
  ///   - sections: HTML already.
  ///   - remarks: what is said below them.
  /// - Returns: a file that needs no other one.
  static func text(title: String, sections: [String], remarks: [String]) -> String {
    let remarks = remarks.map { "<p class=\"muted\">\($0.htmlEscaped)</p>\n" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title.htmlEscaped)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      \(sections.joined())\(remarks)</body>
      </html>

      """
  }
}
