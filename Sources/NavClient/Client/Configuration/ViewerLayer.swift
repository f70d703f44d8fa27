package import NavViewer

/// The values from one source: the file, the environment or the command line.
package struct ViewerLayer: Hashable, Sendable {
  package var color: ColorChoice?
  package var theme: String?
  package var mouse: Bool?
  package var fps: Int?
  package var reducedMotion: Bool?
  package var plain: Bool?
  package var fit: ViewerFit?
  package var bare: Bool?
  /// The text of a `ViewerName`, or an empty one for the default.
  package var name: String?
  /// The line of each key in the file, from 1.
  package var lines: [ViewerKey: Int] = [:]

  package init() {}

  /// Creates the environment's values: `NO_COLOR`, if it is not empty.
  package init(environment: [String: String]) {
    self.init()
    if !environment["NO_COLOR", default: ""].isEmpty { color = .never }
  }

  func has(_ key: ViewerKey) -> Bool {
    switch key {
    case .color: color != nil
    case .theme: theme != nil
    case .mouse: mouse != nil
    case .fps: fps != nil
    case .reducedMotion: reducedMotion != nil
    case .plain: plain != nil
    case .fit: fit != nil
    case .bare: bare != nil
    case .name: name != nil
    }
  }
}
