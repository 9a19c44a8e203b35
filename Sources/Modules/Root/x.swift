// Root
