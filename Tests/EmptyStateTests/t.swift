import EmptyState
