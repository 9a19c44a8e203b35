// Tour
