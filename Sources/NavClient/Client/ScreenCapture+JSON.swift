import NavSystem
import NavViewer

extension ScreenCapture {
  /// Returns the scene as one JSON object with stable keys (see `SceneEntry`).
  package func json() throws -> String {
    try JSONText.encode(SceneEntry(scene, size: size, session: session, version: version))
  }
}
