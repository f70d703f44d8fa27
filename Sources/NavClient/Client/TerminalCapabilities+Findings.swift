import NavViewer

extension TerminalCapabilities {
  /// Returns the capabilities updated with the terminal's answers; unanswered ones stay the same.
  func learning(from findings: TerminalFindings) -> TerminalCapabilities {
    var result = self
    if findings.truecolor == true, !isDepthChosen { result.colorDepth = .truecolor }
    result.synchronizedOutput = findings.synchronizedOutput ?? synchronizedOutput
    result.hyperlinks = findings.hyperlinks ?? hyperlinks
    result.keyboardProtocol = findings.keyboardProtocol ?? keyboardProtocol
    result.statusReports = findings.statusReports ?? statusReports
    result.appearance = findings.isLight.map { $0 ? .light : .dark } ?? appearance
    return result
  }
}
