extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
