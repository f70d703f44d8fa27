import NavBase
import NavScene

/// A canvas that shows a viewer's screens one after the other; only what has changed is painted.
///
/// Law: it shows what `Screen.canvas(in:)` returns for the screen that was painted last.
package struct LiveScreen {
  private var live: LiveCanvas
  private let theme: ResolvedTheme
  /// The screen that the canvas shows, without its scene; nil for none.
  private var shown: Screen?
  /// The values of its scene that the status line depends on.
  private var root: FieldValues?
  private var places: ScenePlaces?
  /// The shown status line; nil if the screen has none.
  private var status: StatusLine?
  /// Whether the screen that was compared last has another status line, or may have.
  private var isStatusNew = true

  package init(_ theme: ResolvedTheme) {
    self.theme = theme
    live = LiveCanvas(size: .zero, theme: theme)
  }

  package var canvas: Canvas { live.canvas }

  /// The rows that the last `paint` painted.
  package var damage: RowSet { live.damage }

  /// Compares a screen with the one that the canvas shows.
  ///
  /// - Returns: whether there is something to paint.
  package mutating func compare(with screen: Screen) -> Bool {
    if screen.size != live.canvas.size {
      live = LiveCanvas(size: screen.size, theme: theme)
      shown = nil
    }
    // The title of a tiny screen is in its scene.
    if screen.isTiny { return shown == nil || shown != screen }
    if let painted = screen.painted {
      live.compare(with: painted.scene, peek: painted.peek, shift: painted.shift)
    } else {
      live.compare(with: Scene(viewport: screen.size))
    }
    isStatusNew = !isShown(besideSceneOf: screen)
    return isStatusNew || !live.damage.isEmpty
  }

  /// Paints the screen that was compared last.
  package mutating func paint(_ screen: Screen) {
    if screen.isTiny { return paintTiny(screen) }
    let last = screen.size.rows - 1
    if isStatusNew {
      isStatusNew = false
      remember(screen)
      status = screen.hasStatus ? StatusLine(screen) : nil
      live.insertDamage(last..<last + 1)
    }
    live.paint(screen.painted?.scene ?? Scene(viewport: screen.size))
    guard let status, live.damage.contains(last) else { return }
    live.canvas.paintStatus(left: status.left, right: status.right, row: last, theme: theme)
  }

  private mutating func paintTiny(_ screen: Screen) {
    live.forget()
    live.insertDamage(0..<screen.size.rows)
    live.canvas.paintTooSmall(screen.tinyTitle)
    shown = screen
  }

  /// Whether everything but the scene's cells is shown already.
  private func isShown(besideSceneOf screen: Screen) -> Bool {
    guard let shown, shown.isLike(screen) else { return false }
    return screen.scene?.root == root && screen.places == places
  }

  private mutating func remember(_ screen: Screen) {
    var own = screen
    // Its containers change in place only while nobody else holds them.
    own.scene = nil
    shown = own
    root = screen.scene?.root
    places = screen.places
  }
}
